/** What a page asks for in GraphQL, by what it says: at whatever address. */
import type { Request } from 'playwright';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The operation that a request asks for: the first name in the query of its body, or in that of its address. */
export function dataCall(request: Request): string | undefined {
  const query = inBody(request.postData()) ?? new URL(request.url()).searchParams.get('query');
  return query === null ? undefined : (/\b(?:query|mutation|subscription)\s+(\w+)/.exec(query)?.[1] ?? query);
}

function inBody(body: string | null): string | undefined {
  if (body === null) return undefined;
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return undefined;
  }
  // Several at once are a list of them.
  return (Array.isArray(said) ? said : [said]).flatMap((one) =>
    isObject(one) && typeof one['query'] === 'string' ? [one['query']] : [],
  )[0];
}
