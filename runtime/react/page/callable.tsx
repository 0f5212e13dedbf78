import { useSelected } from './session.tsx';

/** The address at which a telephone calls a number as people write it. */
export const telephoneOf = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/**
 * Words in which the telephone number of the brand can be pressed to call it, and stands on one line: read on a phone,
 * `1-800-` at the end of a line and the rest below can be neither read out nor pressed.
 */
export function Callable({ words }: { readonly words: string }) {
  const phone = useSelected(({ world }) => world.brand['phoneNumber']);
  if (typeof phone !== 'string' || phone === '' || !words.includes(phone)) return words;
  return words.split(phone).flatMap((part, index) =>
    index === 0
      ? [part]
      : [
          <a key={index} className="phone" href={telephoneOf(phone)}>
            {phone}
          </a>,
          part,
        ],
  );
}
