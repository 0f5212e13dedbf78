import { useState } from 'react';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import { keep } from './keep.ts';

/** A document that was signed in an application that is over: its words are the server's to give. */
export interface Signed {
  readonly applicationId: string;
  readonly idTag: string;
  readonly title: string;
}

/** The items of the option `signed` that say all that it takes. */
export function signedDocuments(option: Json | undefined): readonly Signed[] {
  return Array.isArray(option) ? option.flatMap((one) => (isSigned(one) ? [one] : [])) : [];
}

const isSigned = (one: Json): one is Json & Signed =>
  typeof one === 'object' &&
  one !== null &&
  ['applicationId', 'idTag', 'title'].every((name) => typeof (one as JsonObject)[name] === 'string');

/** A document that was signed, with a copy of it to keep: the PDF of the server. */
export function SignedDocument({
  document: { applicationId, idTag, title },
  paper,
  words,
}: Pick<WidgetProps, 'words'> & { readonly document: Signed; readonly paper: WidgetProps['paper'] | undefined }) {
  const [waits, setWaits] = useState(false);
  const [isLost, setLost] = useState(false);
  const save = async (): Promise<void> => {
    if (waits || !paper) return;
    setWaits(true);
    const made = await paper(idTag, applicationId);
    if (made) keep(new Blob([made], { type: 'application/pdf' }), `${idTag}.pdf`);
    setWaits(false);
    setLost(!made);
  };
  return (
    <li data-decided="kept">
      <span className="agreements-title">{title}</span>
      <span role="status" className={isLost ? 'agreements-state agreements-failed' : 'agreements-state'}>
        {words(isLost ? 'noPaper' : 'signed')}
      </span>
      {paper ? (
        <button
          type="button"
          className="button button-secondary"
          aria-disabled={waits || undefined}
          onClick={() => void save()}
        >
          {words(waits ? 'loading' : 'download')}
          <span className="quiet-words"> {title}</span>
        </button>
      ) : null}
    </li>
  );
}
