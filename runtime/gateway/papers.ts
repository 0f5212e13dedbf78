/** Documents as files, of the application that a page belongs to: asked of the server when somebody wants one. */
import type { Boot } from '../../contract/boot.ts';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import type { Identity } from './identity.ts';
import type { Ports } from './ports.ts';

/**
 * A document by its idTag, with the figures of the application; undefined where it cannot be had now: nobody is signed
 * in, a figure is not known, the connection is lost.
 */
export type Papers = (application: string, idTag: string) => Promise<ArrayBuffer | undefined>;

export function createPapers({
  ports,
  boot,
  identity,
}: {
  readonly ports: Pick<Ports, 'fetch' | 'origin'>;
  readonly boot: Pick<Boot, 'brand'>;
  readonly identity: Pick<Identity, 'person'>;
}): Papers {
  return async (application, idTag) => {
    const person = await identity.person();
    if (person === undefined) return undefined;
    const place = [places.documents, application, idTag].map((part) => part.replaceAll(/[^\w/-]/g, '')).join('/');
    const answer = await ports
      .fetch(new URL(place, ports.origin).href, {
        headers: { [headerNames.brand]: boot.brand, [headerNames.idToken]: person.token },
      })
      .catch(() => undefined);
    return answer?.status === 200 ? await answer.arrayBuffer() : undefined;
  };
}
