/**
 * What must be true of an application, whatever went wrong on the way. A plain model: it knows the acts in the order in
 * which they were written, what the network carried, and what people did; it shares no code with the server or the
 * page.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isIn, type Somebody } from './ground.ts';
import type { Deed } from './hand.ts';
import type { Sent } from './network.ts';

export interface Act {
  readonly number: number;
  readonly previous: string;
  readonly hash: string;
  readonly actor: string;
  readonly key: string | null;
  readonly operation: string;
  readonly body: {
    readonly saves?: boolean;
    readonly closes?: boolean;
    readonly status?: string;
    readonly document?: JsonObject;
    readonly answers?: JsonObject;
    readonly journey?: JsonObject;
  };
}
export interface Application {
  readonly id: string;
  readonly owner: string;
  readonly revision: number;
  readonly version: number;
  readonly status: string;
  readonly isOpen: boolean;
  readonly acts: readonly Act[];
}
/** A page at rest: what it shows of the application it has open. */
export interface Shown {
  readonly tab: string;
  readonly owner: string;
  readonly application: string;
  readonly answers: Readonly<Record<string, Json>>;
}
export interface Evidence {
  readonly people: readonly Somebody[];
  /** Applications that stood before the seed began have acts that no tab of it sent. */
  readonly before: ReadonlyMap<string, number>;
  readonly applications: readonly Application[];
  readonly sent: readonly Sent[];
  readonly deeds: readonly Deed[];
  /** Operations that pages call by themselves when they come. */
  readonly loads: ReadonlySet<string>;
  readonly shown: readonly Shown[];
  /** What each tab's device still keeps, as one text. */
  readonly devices: ReadonlyMap<string, string>;
  /** Messages by purpose. */
  readonly messages: readonly string[];
  /** How often a process may have stopped between a message and writing that it was sent. */
  readonly interruptions: number;
}

/** Every way in which the evidence breaks a law; none: the seed is passed. */
export function judge(evidence: Evidence): readonly string[] {
  return [
    ...evidence.applications.flatMap((one) => [
      ...chain(one),
      ...course(one),
      ...savedOnTop(one, evidence),
      ...ofOnePerson(one, evidence),
      ...leftUndone(one),
    ]),
    ...drafts(evidence),
    ...acknowledged(evidence),
    ...presses(evidence),
    ...keyed(evidence),
    ...repeated(evidence),
    ...agreement(evidence),
    ...typed(evidence),
    ...messages(evidence),
  ];
}

/** The acts are one chain without a gap, and the row is where it ends. */
function chain({ id, acts, version, revision }: Application): string[] {
  const broken = acts.filter(
    (act, index) => act.number !== index + 1 || act.previous !== (index === 0 ? '' : acts[index - 1]?.hash),
  );
  const saves = acts.filter(({ body }) => body.saves).length;
  return [
    ...broken.map(({ number }) => `application ${id}: act ${number} does not follow the one before it`),
    ...(version === acts.length ? [] : [`application ${id}: ${acts.length} acts, and the row counts ${version}`]),
    ...(revision === saves ? [] : [`application ${id}: ${saves} saves, and the row counts ${revision}`]),
  ];
}

/** What may follow what: where an operation finds the application, and where it leaves it. */
const courses: Readonly<Record<string, { readonly from: readonly string[]; readonly to?: readonly string[] }>> = {
  submitApplication: {
    from: ['UNSUBMITTED', 'PENDING_PRODUCT_SELECTION'],
    to: ['SUBMITTING', 'COMPLETED_PRODUCT_SELECTION'],
  },
  takeIn: {
    from: ['SUBMITTING', 'COMPLETED_PRODUCT_SELECTION'],
    to: ['PENDING_ASSET_REPORT_DOWNLOAD', 'PENDING_BRFR', 'PENDING_UNDERWRITING'],
  },
  readAssetReport: { from: ['PENDING_ASSET_REPORT_DOWNLOAD'], to: ['PENDING_SAS_CALL_1'] },
  score: {
    from: ['PENDING_SAS_CALL_1'],
    to: ['SUBMIT_ERROR', 'CANEBAY_DUPLICATE', 'PENDING_BRFR', 'PENDING_UNDERWRITING'],
  },
  reviewForBank: { from: ['PENDING_BRFR'], to: ['SUBMIT_ERROR', 'PENDING_UNDERWRITING'] },
  decide: {
    from: ['PENDING_UNDERWRITING'],
    to: ['SUBMIT_APPROVED', 'SUBMIT_DENIED', 'SUBMIT_ERROR', 'PENDING_PRODUCT_SELECTION', 'CANEBAY_DUPLICATE'],
  },
  esignApplication: { from: ['PENDING_ESIGN'], to: ['ESIGNING'] },
  takeInSignature: { from: ['ESIGNING'], to: ['PENDING_ESIGN_VALIDATIONS'] },
  validate: { from: ['PENDING_ESIGN_VALIDATIONS'], to: ['PENDING_ORIGINATION'] },
  refuseSignature: { from: ['PENDING_ESIGN_VALIDATIONS', 'PENDING_ORIGINATION'], to: ['ESIGN_ERROR'] },
  recalculate: { from: ['PENDING_ESIGN_VALIDATIONS', 'PENDING_ORIGINATION'], to: ['SUBMIT_APPROVED'] },
  originate: { from: ['PENDING_ORIGINATION'], to: ['ORIGINATED'] },
};

/** Nobody submits, decides, signs or pays out twice, and a closed application takes nothing that counts. */
function course({ id, acts, status: ends, isOpen }: Application): string[] {
  const found: string[] = [];
  let status = 'UNSUBMITTED';
  let open = true;
  for (const { number, operation, body } of acts) {
    const rule = courses[operation];
    const moves = body.status !== undefined && body.status !== status;
    if (rule !== undefined && (body.status !== undefined || operation === 'submitApplication')) {
      if (!rule.from.includes(status)) found.push(`application ${id}: act ${number} ${operation} in ${status}`);
      if (body.status !== undefined && rule.to !== undefined && !rule.to.includes(body.status))
        found.push(`application ${id}: act ${number} ${operation} leads to ${body.status}`);
    }
    if (!open && (moves || body.answers !== undefined)) {
      if (Object.keys(body.answers ?? {}).length > 0 || moves)
        found.push(`application ${id}: act ${number} ${operation} changes a closed application`);
    }
    if (operation === 'withdrawApplication' && !body.closes)
      found.push(`application ${id}: act ${number} withdraws and does not close`);
    status = body.status ?? status;
    if (body.closes === true) open = false;
  }
  if (status !== ends) found.push(`application ${id}: its acts end in ${status}, the row says ${ends}`);
  if (!open && isOpen) found.push(`application ${id}: closed by its acts, open in the row`);
  return found;
}

/** A save is written on top of what its writer had seen, and holds what its writer sent. */
function savedOnTop({ id, acts }: Application, { sent, before }: Evidence): string[] {
  const found: string[] = [];
  let revision = 0;
  for (const [index, act] of acts.entries()) {
    if (!act.body.saves) continue;
    if (act.number > (before.get(id) ?? 0)) {
      // A save that a hidden tab sent goes again in its turn, under its key, with the revision of then: either may have
      // been taken.
      const calls = sent.filter(({ key, field }) => field === 'saveJourney' && key === act.key);
      const follows = calls.some(
        ({ variables: { revision: saw, after } }) =>
          saw === revision || (saw === revision - 1 && after === acts[index - 1]?.key),
      );
      const saw = calls.map(({ variables }) => String(variables['revision'])).join(', ');
      if (calls.length === 0) found.push(`application ${id}: act ${act.number} is a save that no tab sent`);
      else if (!follows)
        found.push(`application ${id}: act ${act.number} was written over revision ${revision}; its writer saw ${saw}`);
    }
    revision += 1;
  }
  return found;
}

/** Nothing of another person is in it, and nobody else acted in it. */
function ofOnePerson({ id, owner, acts }: Application, { people }: Evidence): string[] {
  const others = people.filter(({ sub }) => sub !== owner);
  return acts.flatMap(({ number, body, actor }) => {
    const text = JSON.stringify(body);
    return [
      ...others
        .filter((one) => isIn(text, one))
        .map(({ word }) => `application ${id}: act ${number} holds what ${word} typed`),
      ...(actor === owner || actor === 'lender'
        ? []
        : [`application ${id}: act ${number} is by ${actor}, not by its owner`]),
    ];
  });
}

/** Whatever the lender owes is done once everything has run out. */
function leftUndone({ id, status, isOpen }: Application): string[] {
  const working = [
    'SUBMITTING',
    'COMPLETED_PRODUCT_SELECTION',
    'PENDING_ASSET_REPORT_DOWNLOAD',
    'PENDING_SAS_CALL_1',
    'PENDING_BRFR',
    'PENDING_UNDERWRITING',
    'ESIGNING',
    'PENDING_ESIGN_VALIDATIONS',
    'PENDING_ORIGINATION',
  ];
  return isOpen && working.includes(status) ? [`application ${id} rests in ${status}`] : [];
}

/** Nobody has two open applications. */
function drafts({ applications, people }: Evidence): string[] {
  return people.flatMap(({ sub, word }) => {
    const open = applications.filter((one) => one.owner === sub && one.isOpen && one.status === 'UNSUBMITTED');
    return open.length > 1 ? [`${word} has ${open.length} open applications`] : [];
  });
}

/** Nothing that was acknowledged is lost: what was answered well stands in the chain, once. */
function acknowledged({ sent, applications }: Evidence): string[] {
  const acts = applications.flatMap((one) => one.acts.map((act) => ({ ...act, application: one })));
  return sent.flatMap(({ field, key, variables, answers, tab }) =>
    answers.flatMap((answer) => {
      if (answer['success'] !== true) return [];
      const mine = acts.filter((act) => act.key === key && act.operation === field);
      if (mine.length > 1) return [`${field} of ${tab} was done ${mine.length} times for one press`];
      if (field === 'createApplication')
        return mine.some(({ application: { id } }) => id === answer['id'])
          ? []
          : [`${tab} was told of an application in which no act has the creation's key`];
      if (field === 'saveJourney') {
        const [act] = mine;
        if (act === undefined)
          return isHeldAlready(applications, variables)
            ? []
            : [`${tab} was told that a save is stored; no act holds it`];
        const revision = act.application.acts.filter(({ number, body }) => body.saves && number <= act.number).length;
        return answer['revision'] === revision
          ? []
          : [`${tab} was told revision ${String(answer['revision'])} for the save that made ${revision}`];
      }
      const done = acts.some((act) => act.operation === field && act.application.id === variables['id']);
      return done ? [] : [`${tab} was told that ${field} is done; no act says so`];
    }),
  );
}

/**
 * A closed application answers a record well that it holds already, and writes nothing: two tabs leave its last page
 * alike.
 */
function isHeldAlready(applications: readonly Application[], { id, changes, journey }: JsonObject): boolean {
  const one = applications.find((application) => application.id === id);
  if (one === undefined || one.isOpen || Object.keys((changes ?? {}) as JsonObject).length > 0) return false;
  const held: JsonObject = Object.assign({}, ...one.acts.map(({ body }) => body.journey ?? {}));
  return Object.entries((journey ?? {}) as JsonObject).every(
    ([step, left]) => left !== null && isDeepStrictEqual(left, held[step]),
  );
}

/** One press, one act. What a page calls by itself when it comes is of no press: of that `keyed` says how often. */
function presses({ sent, deeds, loads, applications }: Evidence): string[] {
  const keys = new Map<string, { readonly tab: string; readonly field: string }>();
  for (const { key, tab, field } of sent) if (key !== undefined) keys.set(key, { tab, field });
  const done = new Map<string, number>();
  for (const { key, operation } of applications.flatMap(({ acts }) => acts)) {
    const by = key === null ? undefined : keys.get(key);
    if (by === undefined || loads.has(operation) || operation === 'saveJourney' || operation === 'createApplication')
      continue;
    const name = `${by.tab} ${operation}`;
    done.set(name, (done.get(name) ?? 0) + 1);
  }
  return [...done].flatMap(([name, times]) => {
    const pressed = deeds.filter(
      (deed) => deed.kind === 'pressed' && deed.calls.some((operation) => `${deed.tab} ${operation}` === name),
    ).length;
    return times > pressed ? [`${name}: ${pressed} presses, ${times} acts`] : [];
  });
}

/**
 * A call of one press goes with one key for as long as nobody at the tab was told how it ended. A key that went before
 * is a repeat of an earlier press, which may come while a later one is under way.
 */
function keyed({ sent }: Evidence): string[] {
  const last = new Map<string, Sent>();
  const known = new Set<string | undefined>();
  const found: string[] = [];
  for (const one of sent) {
    if (one.made === undefined) continue;
    const call = JSON.stringify([one.tab, one.press, one.made, one.field, one.variables]);
    const before = last.get(call);
    if (before !== undefined && !before.isTold() && !known.has(one.key))
      found.push(`${one.tab} ${one.field}: sent again with another key, and nobody knew how it ended`);
    known.add(one.key);
    last.set(call, one);
  }
  return found;
}

/** What was done is answered alike as often as it is asked with its key; who is signed out by then is not answered. */
function repeated({ sent, applications }: Evidence): string[] {
  const done = new Set(applications.flatMap(({ acts }) => acts.map(({ key }) => key)));
  const byKey = Map.groupBy(
    sent.filter(({ key, field }) => key !== undefined && done.has(key) && field !== 'createApplication'),
    ({ key, variables }) => JSON.stringify([key, variables]),
  );
  return [...byKey.values()].flatMap((all) => {
    const given = all.flatMap((one) => one.given).sort((a, b) => a.at - b.at);
    const first = given.findIndex(({ answer }) => answer !== undefined);
    return given
      .slice(first < 0 ? given.length : first)
      .filter(({ answer, code }) =>
        answer === undefined ? code !== 'UNAUTHENTICATED' : !isDeepStrictEqual(answer, given[first]?.answer),
      )
      .map(({ code }) => `${all[0]?.tab} ${all[0]?.field}: done and answered, then answered ${code ?? 'otherwise'}`);
  });
}

/** What a page shows, once it is quiet, is what was stored last. */
function agreement({ shown, applications, sent, before }: Evidence): string[] {
  return shown.flatMap(({ tab, owner, application, answers }) => {
    const one = applications.find(({ id }) => id === application);
    if (one === undefined) return [`${tab} shows an application that is not stored`];
    if (one.owner !== owner) return [`${tab} shows an application of somebody else`];
    const last = new Map<string, Json>();
    for (const act of one.acts) {
      if (act.number <= (before.get(application) ?? 0)) continue;
      const call = sent.find(({ key, field }) => field === 'saveJourney' && key === act.key);
      for (const [path, value] of Object.entries((call?.variables['changes'] ?? {}) as JsonObject))
        last.set(path, value);
    }
    return Object.entries(answers).flatMap(([path, value]) =>
      !last.has(path) || last.get(path) === value
        ? []
        : [`${tab} shows ${path} as ${JSON.stringify(value)}; stored last was ${JSON.stringify(last.get(path))}`],
    );
  });
}

/**
 * What somebody typed last at a tab is stored, or waits on that device until they sign in there again, or the lock
 * refused it and they were told. A page whose storage is full says that the device keeps nothing; what it had in memory
 * ends with its document. Typed is what the page took: a page that is busy with a call takes nothing, and its boxes
 * cannot be written in meanwhile (tests/react/page.test.ts).
 */
function typed({ deeds, sent, applications, devices }: Evidence): string[] {
  const last = new Map<string, Extract<Deed, { kind: 'typed' }>>();
  for (const deed of deeds) {
    if (deed.kind === 'typed') last.set(`${deed.tab} ${deed.owner} ${deed.path}`, deed);
    if (deed.kind === 'other' && deed.forgets === true)
      for (const [name, { tab }] of last) if (tab === deed.tab) last.delete(name);
  }
  const stored = new Set(applications.flatMap(({ acts }) => acts.map(({ key }) => key)));
  return [...last.values()].flatMap(({ tab, path, value, owner }) => {
    const carried = sent.filter(
      ({ field, variables }) => field === 'saveJourney' && (variables['changes'] as JsonObject)[path] === value,
    );
    const isStored = carried.some(({ key }) => key !== undefined && stored.has(key));
    const waits = devices.get(tab)?.includes(String(value)) === true;
    const isRefused = carried.at(-1)?.codes.includes('REFUSED') === true;
    return isStored || waits || isRefused
      ? []
      : [`${owner} typed ${path} in ${tab} as ${JSON.stringify(value)}: it is not stored, and nobody was told`];
  });
}

/**
 * A notice goes out once for each decision that owes it; again only when a process died before it could write that
 * down.
 */
function messages({ messages: all, applications, interruptions }: Evidence): string[] {
  const denied = applications.flatMap(({ acts }) => acts).filter(({ body }) => body.status === 'SUBMIT_DENIED').length;
  const told = all.filter((purpose) => purpose === 'adverseAction').length;
  return [
    ...(told < denied ? [`${denied} denials, ${told} notices`] : []),
    ...(told > denied + interruptions ? [`${denied} denials, ${told} notices, ${interruptions} interruptions`] : []),
  ];
}
