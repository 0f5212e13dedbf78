/** Files on their way: chosen, sent, stored or refused, taken away. A press waits for them. */
import type { Field, FieldId } from './definition.ts';
import type { Event } from './events.ts';
import type { State, Upload } from './state.ts';
import { answerFiles, press } from './act.ts';
import { filesOf, isSending, refusalOf, uploadsOf } from './files.ts';
import { own } from './paths.ts';
import { updatePage } from './page.ts';
import { change, changePage, stepHere, type Turn } from './turn.ts';

type OfFile = Extract<
  Event,
  { type: 'fileChosen' | 'fileSent' | 'fileStored' | 'fileRefused' | 'fileRemoved' | 'fileAgain' }
>;

/** What happened to a file. News of one that nobody waits for any more change nothing. */
export function moveFile(turn: Turn, event: OfFile): void {
  switch (event.type) {
    case 'fileChosen':
      return choose(turn, event);
    case 'fileRemoved':
      return remove(turn, event.field, event.id);
    case 'fileAgain':
      return again(turn, event.field, event.id);
    case 'fileSent':
      return set(turn, event.id, (upload) => ({ ...upload, sent: Math.min(event.sent, upload.bytes) }));
    case 'fileRefused':
      set(turn, event.id, (upload) => ({
        ...upload,
        sent: 0,
        refused: event.refusal,
        ...(event.most !== undefined && { most: event.most }),
      }));
      return goOn(turn);
    case 'fileStored': {
      const field = fieldOf(turn, event.id);
      if (field === undefined) return;
      store(turn, field, event);
      return goOn(turn);
    }
  }
}

function choose(turn: Turn, { field: id, file }: Extract<Event, { type: 'fileChosen' }>): void {
  const field = fileField(turn, id);
  const view = own(turn.state.page.fields, id);
  if (!view?.visible || view.locked !== undefined || !field.file) return;
  const uploads = uploadsOf(turn.state.page, id);
  const before = filesOf(field, view.value).length;
  const beside = before + uploads.filter(({ refused }) => refused === undefined).length;
  const refused = refusalOf(field.file, { bytes: file.bytes, beside });
  show(turn, id, [...uploads, { ...file, sent: 0, before, ...(refused && { refused }) }]);
  if (refused === undefined) send(turn, id, file);
}

/** A file takes its place in the answer: a small one that was chosen last may be stored first. */
function store(turn: Turn, id: FieldId, { id: stored, file }: Extract<Event, { type: 'fileStored' }>): void {
  const uploads = uploadsOf(turn.state.page, id);
  const at = uploads.findIndex((one) => one.id === stored);
  const place = uploads[at]!.before;
  const beside = uploads.map((one, index) => (index > at ? { ...one, before: one.before + 1 } : one));
  show(turn, id, beside.toSpliced(at, 1));
  answerFiles(turn, id, filesOf(fileField(turn, id), valueOf(turn, id)).toSpliced(place, 0, file));
}

function send(turn: Turn, field: FieldId, { id, name }: Pick<Upload, 'id' | 'name'>): void {
  turn.effects.push({ type: 'upload', id, step: turn.state.page.step, field, name });
}

function again(turn: Turn, field: FieldId, id: string): void {
  const upload = uploadsOf(turn.state.page, field).find((one) => one.id === id);
  if (upload?.refused === undefined) return;
  const { refused: _, most: __, ...anew } = upload;
  set(turn, id, () => anew);
  send(turn, field, anew);
}

function remove(turn: Turn, field: FieldId, id: string): void {
  if (uploadsOf(turn.state.page, field).some((one) => one.id === id)) {
    set(turn, id, () => undefined);
    turn.effects.push({ type: 'dropUpload', id });
  } else {
    const files = filesOf(fileField(turn, field), valueOf(turn, field));
    const at = files.findIndex((one) => one.id === id);
    if (at >= 0) {
      const uploads = uploadsOf(turn.state.page, field);
      show(
        turn,
        field,
        uploads.map((one) => (one.before > at ? { ...one, before: one.before - 1 } : one)),
      );
      answerFiles(turn, field, files.toSpliced(at, 1));
    }
  }
  goOn(turn);
}

/** The press that waited is done, once nothing of the page is on its way. */
function goOn(turn: Turn): void {
  const { waits, ...rest } = turn.state.page;
  if (waits === undefined || isSending(turn.state)) return;
  change(turn, { page: rest });
  press(turn, waits);
}

/** Uploads of a page that was left: nobody waits for them. */
export function dropLeft(turn: Turn, before: State): void {
  if (before.page.uploads === undefined || before.page.serial === turn.state.page.serial) return;
  for (const uploads of Object.values(before.page.uploads))
    for (const { id, refused } of uploads) if (refused === undefined) turn.effects.push({ type: 'dropUpload', id });
}

function fieldOf(turn: Turn, id: string): FieldId | undefined {
  return Object.entries(turn.state.page.uploads ?? {}).find(([, all]) => all.some((one) => one.id === id))?.[0];
}

/** Changes an upload, or takes it away. */
function set(turn: Turn, id: string, to: (upload: Upload) => Upload | undefined): void {
  const field = fieldOf(turn, id);
  if (field === undefined) return;
  const uploads = uploadsOf(turn.state.page, field).flatMap((one) => (one.id === id ? (to(one) ?? []) : [one]));
  show(turn, field, uploads);
}

function show(turn: Turn, field: FieldId, uploads: readonly Upload[]): void {
  changePage(turn, { uploads: { ...turn.state.page.uploads, [field]: uploads } });
  change(turn, { page: updatePage(turn.flow, turn.state, [field]).page });
}

const valueOf = (turn: Turn, field: FieldId) => own(turn.state.page.fields, field)?.value;

function fileField(turn: Turn, id: FieldId): Field {
  const step = stepHere(turn);
  const field = own(step.fields, id);
  if (!field?.file)
    throw new Error(`Step ${step.id} asks for no files in ${id}; send files to fields that ask for them.`);
  return field;
}
