import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ControlProps } from '../contract.ts';
import { plain } from '../../../core/index.ts';
import { lines } from '../../../core/index.ts';
import { roomLeft, sayRoom } from './room.ts';
import type { SayOwn } from '../../../core/index.ts';

/** Without typing for so long, the room that is left is told to a screen reader. */
const PAUSE_MS = 1000;

/** A box of several lines, and the room that is left in it. */
export default function Textarea({ field, view, id, describedBy, invalid, still, answer, sync, words }: ControlProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [initial] = useState(() => plain(view.value));
  const [written, write] = useState(initial);
  const typing = useRef(false);
  useLayoutEffect(() => {
    sync.current = (next) => {
      const text = plain(next.value);
      if (typing.current || !box.current || lines(box.current.value) === text) return;
      box.current.value = text;
      write(text);
    };
  }, [sync]);
  const { maxLength } = field;
  const rows = view.options['rows'];
  const about = [describedBy, maxLength === undefined ? undefined : `${id}-room`].filter(Boolean).join(' ');
  return (
    <>
      <textarea
        ref={box}
        id={id}
        name={field.id}
        className="box box-lines"
        data-kind={field.control}
        rows={typeof rows === 'number' ? rows : 5}
        defaultValue={initial}
        readOnly={still}
        aria-describedby={about || undefined}
        aria-invalid={invalid || undefined}
        placeholder={typeof field.placeholder === 'string' ? field.placeholder : undefined}
        {...(field.autocomplete ? { autoComplete: field.autocomplete } : {})}
        onChange={(event) => {
          typing.current = true;
          write(event.target.value);
          answer(event.target.value);
          typing.current = false;
        }}
      />
      {maxLength === undefined ? null : <Room id={`${id}-room`} left={roomLeft(written, maxLength)} words={words} />}
    </>
  );
}

/** The room that is left, at once for the eye; a screen reader hears it when the person pauses. */
function Room({ id, left, words: own }: { readonly id: string; readonly left: number; readonly words: SayOwn }) {
  const words = sayRoom(left, own);
  const [told, tell] = useState('');
  const first = useRef(words);
  useEffect(() => {
    if (words === first.current) return undefined;
    const timer = setTimeout(() => tell(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <>
      <p id={id} className="hint room" data-over={left < 0 || undefined}>
        {words}
      </p>
      <span className="quiet-words" role="status">
        {told}
      </span>
    </>
  );
}
