/**
 * What people do at a tab, one thing at a time: they fill in what is asked, go on, and now and then do something else.
 */
import { createHash } from 'node:crypto';
import { offered } from '../../runtime/core/index.ts';
import type { FieldView } from '../../runtime/core/index.ts';
import type { Action } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { OpenFlow } from '../../runtime/gateway/index.ts';
import type { Chance } from './chance.ts';
import type { Somebody } from './ground.ts';
import { home, type Tab } from './tab.ts';

/** What was done, for the judge: which operations a press called for, what was typed. */
export type Deed =
  | {
      readonly kind: 'typed';
      readonly tab: string;
      readonly owner: string;
      readonly path: string;
      readonly value: Json;
    }
  | {
      readonly kind: 'pressed';
      readonly tab: string;
      readonly owner: string;
      readonly action: string;
      readonly calls: readonly string[];
    }
  | {
      readonly kind: 'other';
      readonly tab: string;
      readonly says: string;
      /** The document ended with answers that the full storage had not taken: nobody can have them any more. */
      readonly forgets?: true;
    };

export interface Hand {
  readonly chance: Chance;
  /** Everybody who may sit down at this tab. */
  readonly people: readonly Somebody[];
  readonly deed: (deed: Deed) => void;
  /** Nobody reloads, goes back or changes their mind. */
  readonly steady: boolean;
}

/** Answers whose words tell whose they are. */
export const telling: Readonly<Record<string, (one: Somebody, chance: Chance) => string>> = {
  city: (one, chance) => `${one.word} ${letters(chance)}`,
  addressLine1: (one, chance) => `${100 + chance.below(900)} ${one.word} Street`,
  employer: (one, chance) => `${one.word} ${letters(chance)}`,
};
const letters = (chance: Chance): string =>
  Array.from({ length: 5 }, () => String.fromCharCode(97 + chance.below(26))).join('');

/** What somebody answers; the rest of the application's questions. */
function answerTo(
  field: FieldView,
  one: Somebody,
  facts: { readonly chance: Chance; readonly answers: JsonObject },
): Json | undefined {
  const tell = telling[field.id];
  if (tell !== undefined) return tell(one, facts.chance);
  const plain: JsonObject = {
    email: one.email,
    password: 'Marigold42',
    confirmPassword: 'Marigold42',
    firstName: one.word,
    lastName: 'Ortiz',
    dateOfBirth: '1988-04-12',
    ssn: one.ssn,
    phone: '5125550142',
    addressLine2: null,
    state: 'TX',
    zip: '78701',
    idType: 'DRIVER_LICENSE',
    idState: 'TX',
    idNumber: `1234${String(parseInt(createHash('sha1').update(one.word).digest('hex').slice(0, 4), 16))
      .padStart(5, '0')
      .slice(0, 4)}`,
    product: 'PDL',
    amount: 30000,
    newAmount: 20000,
    type: 'E',
    frequency: 'BI',
    nextPayDate: '2026-12-04',
    gross: 180000,
    net: 150000,
    entry: 'MANUAL',
    routingNumber: '021000021',
    accountNumber: '000123456789',
    accountType: 'CHECKING',
    openDate: '2020-06-15',
    esignConsent: true,
    repaymentMethod: 'EFT',
    signature: `${one.word} Ortiz`,
  };
  if (field.id === 'agreements') {
    const documents = field.options['documents'];
    return Array.isArray(documents) ? Object.fromEntries(documents.map((idTag) => [String(idTag), true])) : undefined;
  }
  const value = plain[field.id];
  return value === null ? undefined : value;
}

/** One act of the person at the tab. */
export function act(tab: Tab, hand: Hand): void {
  const { chance, deed, steady } = hand;
  const other = (says: string): void => deed({ kind: 'other', tab: tab.name, says });
  if (!tab.isAlive()) return;
  if (tab.hasLeft()) {
    other('comes back');
    return tab.load(home);
  }
  const runtime = tab.runtime();
  const journey = runtime.journey();
  if (journey === undefined) return;
  if (runtime.person() === undefined && tab.address() === '/login' && !steady && chance.happens(0.15)) {
    tab.seat(chance.pick(hand.people));
    other(`${tab.sitting().word} sits down`);
  }
  if (!steady && chance.happens(0.02)) {
    other('reloads');
    runtime.hide();
    return tab.load();
  }
  if (!steady && chance.happens(0.02)) {
    other('looks elsewhere and back');
    runtime.hide();
    return runtime.show();
  }
  if (!steady && runtime.person() !== undefined && chance.happens(0.04)) {
    other('signs out');
    return void runtime.signOut({ kind: 'to', flow: 'login', step: 'credentials' });
  }
  if (journey.flow.id === 'apply' && runtime.person() === undefined) {
    other('goes to log in');
    return tab.load('/login');
  }
  work(tab, journey, hand);
}

function work(tab: Tab, journey: OpenFlow, { chance, people, deed, steady }: Hand): void {
  const { store, flow } = journey;
  const state = store.getState();
  const { page } = state;
  // Whoever is signed in sits here: a log-in may still be under way when the next one comes to the page.
  const sub = tab.runtime().person()?.claims['sub'];
  const one = people.find((each) => each.sub === sub) ?? tab.sitting();
  const owner = one.word;
  const other = (says: string): void => deed({ kind: 'other', tab: tab.name, says });
  const step = flow.steps[page.step];
  if (step === undefined) return;
  if (flow.id === 'shell') {
    deed({ kind: 'other', tab: tab.name, says: 'leaves the error page' });
    return tab.load(home);
  }
  const dialog = page.dialog === undefined ? undefined : flow.dialogs[page.dialog];
  if (dialog !== undefined) {
    const action = chance.pick(dialog.actions);
    const confirms = page.confirms === undefined ? [] : callsOf(step.actions.find(({ id }) => id === page.confirms));
    if (page.busy === undefined)
      deed({ kind: 'pressed', tab: tab.name, owner, action: action.id, calls: [...confirms, ...callsOf(action)] });
    return journey.dispatch({ type: 'dialogPressed', action: action.id });
  }
  const asked = Object.values(page.fields).filter(({ visible, locked }) => visible && locked === undefined);
  const wanting = asked.filter((field) => field.problem !== undefined || (field.required && field.value === undefined));
  const changing = asked.filter((field) => Object.hasOwn(telling, field.id));
  const field =
    wanting.length > 0 && (steady || chance.happens(0.95))
      ? wanting[0]
      : changing.length > 0 && !steady && chance.happens(0.35)
        ? chance.pick(changing)
        : undefined;
  if (field !== undefined) {
    const value = answerTo(field, one, { chance, answers: state.answers });
    if (value === undefined) return;
    const path = step.fields[field.id]?.bind ?? field.id;
    // A page that is busy takes no answer: its controls stand still until the call has ended.
    if (!Object.hasOwn(telling, field.id) || page.busy !== undefined) other(`answers ${field.id}`);
    else deed({ kind: 'typed', tab: tab.name, owner, path, value });
    return journey.dispatch({ type: 'answered', field: field.id, value });
  }
  if (!steady && chance.happens(0.06) && Object.keys(state.journey).length > 0) {
    const back = chance.pick(Object.keys(state.journey).sort());
    other(`looks at ${back} again`);
    return journey.dispatch({ type: 'visited', step: back });
  }
  const actions = offered(flow, state);
  if (actions.length === 0) return;
  const withdraw = actions.find(({ id }) => id === 'withdraw');
  const action =
    withdraw === undefined ? chance.pick(actions) : steady || !chance.happens(0.25) ? actions[0] : withdraw;
  if (action === undefined) return;
  if (page.busy === undefined)
    deed({ kind: 'pressed', tab: tab.name, owner, action: `${page.step}/${action.id}`, calls: callsOf(action) });
  journey.dispatch({ type: 'pressed', action: action.id });
}

const callsOf = (action: Pick<Action, 'calls'> | undefined): readonly string[] =>
  action?.calls.map(({ operation }) => operation) ?? [];
