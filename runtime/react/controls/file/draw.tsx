import { useEffect, useRef, useState } from 'react';
import type { FileView, Say, SayOwn } from '../../../core/index.ts';
import { sayBytes } from '../../../core/spoken.ts';
import { useSession } from '../../page/session.tsx';
import { useSay } from '../../words.tsx';
import type { ControlProps } from '../contract.ts';

const nothing: readonly FileView[] = [];

/** A chooser of the device (on a phone: camera, pictures, files), and below it what was chosen, one under the other. */
export default function Files({ field, view, id, describedBy, labelledBy, invalid, still, words }: ControlProps) {
  const { store, chooseFile } = useSession();
  const word = useSay();
  const files = view.files ?? nothing;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { accept = [], endings = [], says = '', maxBytes = 0, most = 1 } = field.file ?? {};
  const said = useNews(files, words);
  const takes = { kinds: says, size: sayBytes(maxBytes, word) };
  const about = [describedBy, `${id}-takes`].filter(Boolean).join(' ');
  const left = useRef<number | undefined>(undefined);
  // The button is gone with its file: whoever pressed it goes on at the next one, else at the chooser.
  useEffect(() => {
    const index = left.current;
    left.current = undefined;
    if (index === undefined) return;
    const next = list.current?.children[index]?.querySelector<HTMLElement>('[data-remove]');
    (next ?? input.current)?.focus();
  }, [files.length]);
  return (
    <div className="files" data-files={field.id} role="group" aria-labelledby={labelledBy}>
      <p id={`${id}-takes`} className="hint">
        {most > 1 ? words('takesEach', { ...takes, most }) : words('takes', takes)}
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        className="file-box"
        accept={[...accept, ...endings].join(',')}
        multiple={most > 1}
        disabled={still}
        aria-describedby={about}
        aria-invalid={invalid || undefined}
        onChange={(event) => {
          const { files: chosen } = event.currentTarget;
          for (const file of chosen ?? []) chooseFile(field.id, file);
          // The same file may be chosen once more.
          event.currentTarget.value = '';
        }}
      />
      <ul className="rows" ref={list}>
        {files.map((file, index) => (
          <li key={keyOf(files, index)} className="file-row" data-file={file.id} data-state={stateOf(file)}>
            <span className="file-name">{file.name}</span>
            <span className="hint">{sayState(file, words, word)}</span>
            {file.sent === undefined ? null : (
              <progress max={file.bytes} value={file.sent} aria-label={words('sending', { name: file.name })} />
            )}
            {file.problem === undefined ? null : <p className="error">{file.problem}</p>}
            <span className="file-acts">
              {file.again ? (
                <button
                  type="button"
                  className="link"
                  data-again
                  onClick={({ currentTarget }) => {
                    // The button goes as soon as it is pressed; what stands beside it stays as long as the file.
                    currentTarget.parentElement?.querySelector<HTMLElement>('[data-remove]')?.focus();
                    store.dispatch({ type: 'fileAgain', field: field.id, id: file.id });
                  }}
                >
                  {words('again')}
                  <span className="quiet-words">{words('againTo', { name: file.name })}</span>
                </button>
              ) : null}
              <button
                type="button"
                className="link"
                data-remove
                onClick={() => {
                  left.current = index;
                  store.dispatch({ type: 'fileRemoved', field: field.id, id: file.id });
                }}
              >
                {file.sent === undefined ? words('remove') : words('cancel')}
                <span className="quiet-words"> {file.name}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="quiet-words">
        {said}
      </p>
    </div>
  );
}

/**
 * A file that has come is the server's, under an id of its own: its row stays the row of the one that was sent, and who
 * stands on a button of it keeps the focus.
 */
function keyOf(files: readonly FileView[], index: number): string {
  const name = files[index]?.name ?? '';
  return `${files.slice(0, index).filter((one) => one.name === name).length} ${name}`;
}

const stateOf = ({ sent, problem }: FileView): 'sending' | 'refused' | 'stored' =>
  sent !== undefined ? 'sending' : problem !== undefined ? 'refused' : 'stored';

function sayState({ bytes, sent, problem }: FileView, words: SayOwn, say: Say): string {
  const size = sayBytes(bytes, say);
  if (sent !== undefined) return words('sent', { percent: Math.round((sent / bytes) * 100), size });
  return problem === undefined ? words('received', { size }) : size;
}

/** What a screen reader hears: that a file came, or why not; not each step of the way. */
function useNews(files: readonly FileView[], words: SayOwn): string {
  const [said, say] = useState('');
  const before = useRef(files);
  useEffect(() => {
    const known = before.current;
    before.current = files;
    const news = files.flatMap((file) => {
      const was = known.find((one) => one.name === file.name && stateOf(one) === stateOf(file));
      if (was !== undefined) return [];
      const { name, problem = '' } = file;
      if (stateOf(file) === 'refused') return [words('refused', { name, problem })];
      return [stateOf(file) === 'sending' ? words('sending', { name }) : words('stored', { name })];
    });
    const gone = known
      .filter((one) => !files.some((file) => file.name === one.name))
      .map(({ name }) => words('removed', { name }));
    if (news.length + gone.length > 0) say([...news, ...gone].join('. '));
  }, [files, words]);
  return said;
}
