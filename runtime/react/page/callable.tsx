import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useSelected } from './session.tsx';

/** Characters; what is longer has to break on a narrow page. */
const LONGEST = 24;

/** The address at which a telephone calls a number as people write it. */
export const telephoneOf = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Words in which a number with hyphens, of a loan or of a form, stands on one line: in two it reads as two numbers. */
function whole(words: string): ReactNode {
  const parts = words.split(/(\S+-\S+)/);
  if (parts.length === 1) return words;
  return parts.map((part, index) =>
    index % 2 === 1 && part.length <= LONGEST && /\d/.test(part) ? (
      <span key={index} className="whole">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/**
 * Words in which the telephone number of the brand can be pressed to call it, and stands on one line: read on a phone,
 * `1-800-` at the end of a line and the rest below can be neither read out nor pressed.
 */
export function Callable({ words }: { readonly words: string }): ReactNode {
  const phone = useSelected(({ world }) => world.brand['phoneNumber']);
  if (typeof phone !== 'string' || phone === '' || !words.includes(phone)) return whole(words);
  return words.split(phone).flatMap((part, index): readonly ReactNode[] =>
    index === 0
      ? [whole(part)]
      : [
          <a key={index} className="phone" href={telephoneOf(phone)}>
            {phone}
          </a>,
          <Fragment key={`after ${index}`}>{whole(part)}</Fragment>,
        ],
  );
}
