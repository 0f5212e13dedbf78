/** Plays a fixture at a seat, and says in what the journey differs from what the fixture expects. */
import type { CompiledFlow, Field } from '../../runtime/core/definition.ts';
import type { Facts, Json } from '../../runtime/core/facts.ts';
import { stepPath } from '../../runtime/core/index.ts';
import { isTyped, type Do, type Fixture } from '../../verifier/fixture/fixture.ts';
import { inBrandWords, isMoved } from '../../verifier/fixture/brands.ts';
import { idleAfter } from '../../verifier/fixture/around.ts';
import { dueWithin, says } from '../../verifier/fixture/fits.ts';
import { looksFirst } from '../../verifier/fixture/run.ts';
import { firstPage, isAt, turnOf, type Turn } from '../../verifier/fixture/pages.ts';
import { differences, polledIn } from '../../verifier/fixture/verdict.ts';
import { leadsTo, type Library } from './library.ts';
import type { Person } from './people.ts';
import type { Product } from './product.ts';
import { Impossible, until, within, type Seat } from './seat.ts';
import { ownPassword, wordFor } from './secrets.ts';
import { handedOver } from './tokens.ts';

/** How long one thing that is done may take with all that it brings about, in milliseconds. */
const PATIENCE = 100_000;

export interface Stage {
  readonly product: Product;
  readonly library: Library;
  /** Takes a seat of its own: other storage, other history. */
  seat(): Promise<Seat>;
  /** The account of the fixture's person, or undefined for one who has none. */
  readonly person: Person | undefined;
}

/** How long the words of a page may take to be read, in milliseconds. */
const READING = 30_000;

/** How long what is said of news may take to be drawn, in milliseconds. */
const SOON = 3_000;

/** Runs the fixture to its end. What the fixture expects and does not come true is in the answer, one sentence each. */
export async function conduct(fixture: Fixture, stage: Stage): Promise<string[]> {
  const play = new Play(inBrandWords(fixture, stage.library.boot.facts), stage);
  try {
    return await play.run();
  } finally {
    await play.close();
  }
}

/** What the server wrote last and the pages reported last: why a page of errors came is told by no page. */
async function traces(product: Product): Promise<string[]> {
  const log = product.log().slice(-3);
  const reported = await product.reported().catch(() => ['none: the server does not answer']);
  return [
    ...(log.length === 0 ? [] : [`The server's log ends with: ${log.join('')}`]),
    ...(reported.length === 0 ? [] : [`Pages reported: ${reported.join('; ')}`]),
  ];
}

/** Whether a thing may be over before it is looked for: a page that is only come to, or on which time passes. */
const leadsOn = ({ kind }: Do): 'or went on' | undefined =>
  kind === 'elapse' || kind === 'arrive' ? 'or went on' : undefined;

class Play {
  private readonly fixture: Fixture;
  private readonly stage: Stage;
  private readonly seats: Seat[] = [];
  private email: string;
  private password: string;
  /** Where the journey begins, for whom was logged in before it: the pages that log-in leads through are none of it. */
  private begins: string | undefined;
  /** How many pages had been seen when the last event was caused. */
  private mark = 0;
  private before: Do['kind'] | undefined;
  /** Which of the pages seen at this seat is the one that was arrived at last. */
  private stands = -1;
  /** How often the person had left for elsewhere when the act under way began. */
  private departures = 0;
  /** Whether the server was taken away, and is so still. */
  private away = false;
  private readonly pages: Record<string, readonly string[]> = {};
  private readonly links: Record<string, readonly string[]> = {};

  constructor(fixture: Fixture, stage: Stage) {
    this.fixture = fixture;
    this.stage = stage;
    const { person } = stage;
    this.email = person?.email ?? '';
    this.password = person?.password ?? ownPassword;
  }

  async run(): Promise<string[]> {
    const { fixture, stage } = this;
    const flow = this.flow(fixture.flow);
    await this.sit();
    let signedIn = false;
    if (stage.person !== undefined && flow.access !== 'public') {
      await this.signIn();
      this.seat.forget();
      this.stands = -1;
      signedIn = true;
    }
    const named = fixture.do[0]?.at ?? `${flow.id}/${flow.line[0]}`;
    const start = firstPage(this.flow(named.split('/')[0] ?? flow.id), named);
    if (signedIn) this.begins = start;
    const query = new URLSearchParams(
      Object.entries(fixture.given.facts['query'] ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const hash = await this.tokens();
    await this.seat.open(`${stage.library.address(start)}${query.size > 0 ? `?${query}` : ''}${hash}`);
    let at = 'at the beginning';
    const hung = (): never => {
      throw new Impossible(`nothing came for ${PATIENCE / 1000} s`);
    };
    const done = <T>(doing: Promise<T>): Promise<T> => within(PATIENCE, doing, hung);
    try {
      // What app.json leads away from at once is never shown.
      await done(this.arrive(fixture.expect.path?.[0] ?? start, 'or went on'));
      for (const [index, one] of fixture.do.entries()) {
        at = `do[${index}]`;
        await done(this.onItsPages(one));
      }
      at = 'at the end';
      return await done(this.verdict());
    } catch (reason) {
      const here = await within(5_000, this.seat.current(), () => 'a page that does not answer').catch(() => undefined);
      const stopped = `${at}: stopped at ${here ?? 'no page'}, after ${this.seat.seen().join(', ')}`;
      const logged = await traces(stage.product);
      if (reason instanceof Impossible) return [reason.message, stopped, ...logged];
      throw new Error(
        [`${stopped}: ${reason instanceof Error ? reason.message : String(reason)}`, ...logged].join('\n'),
        {
          cause: reason,
        },
      );
    }
  }

  async close(): Promise<void> {
    for (const seat of this.seats) await seat.close();
    if (this.away) await this.stage.product.resume();
  }

  private get seat(): Seat {
    const seat = this.seats.at(-1);
    if (seat === undefined) throw new Error('Nobody sits down yet.');
    return seat;
  }
  private async sit(): Promise<void> {
    this.seats.push(await this.stage.seat());
    this.stands = -1;
  }
  private flow(id: string): CompiledFlow {
    const flow = this.stage.library.flows[id];
    if (flow === undefined) throw new Error(`${this.fixture.file}: the brand ${this.fixture.brand} has no flow ${id}.`);
    return flow;
  }
  private field(place: string, id: string): Field {
    const [flow = '', step = ''] = place.split('/');
    const field = this.flow(flow).steps[step]?.fields[id];
    if (field === undefined) throw new Impossible(says.notAsked(place, id));
    return field;
  }

  /** What another brand's site would send along after the # of the address. */
  private async tokens(): Promise<string> {
    const { tokens } = this.fixture.given;
    if (tokens === undefined) return '';
    return handedOver(this.stage.product.address, this.stage.library.boot.identity, {
      email: this.email,
      password: this.password,
      // Somebody else's: a letter of the signature is another one.
      ...(tokens !== 'own' && {
        spoilt: (token) =>
          token.replace(/(.)(.{9})$/, (_, letter: string, rest: string) => (letter === 'x' ? 'y' : 'x') + rest),
      }),
    });
  }

  /**
   * Waits for a page. One that waits for an answer or for time to pass may lead on before anybody has looked: a page of
   * 0.8 seconds is gone where the machine has other work.
   */
  private async arrive(place: string, wentOn?: 'or went on'): Promise<void> {
    const { seat } = this;
    let here: string | undefined;
    const came = async (): Promise<boolean> => {
      here = await seat.current();
      if (here === undefined) return false;
      const seen = seat.seen();
      const went = seen.findIndex((one, index) => index > this.stands && isAt(one, place));
      if (!isAt(here, place) && (wentOn === undefined || went < 0)) return false;
      this.stands = isAt(here, place) ? seen.length - 1 : went;
      return true;
    };
    await until(`the page ${place}`, came, {
      told: async () => says.notReached(place, (await seat.current()) ?? 'another') + (await this.refusal()),
    });
    await seat.settled();
    // A page of 0.8 seconds is read before anything else is asked of it.
    if (wentOn !== undefined && here !== undefined && isAt(here, place)) await this.look();
    await seat.arrived?.(here ?? place);
  }
  /** What the page says to somebody who may not go on. */
  private async refusal(): Promise<string> {
    const [flow = '', step = ''] = (await this.seat.current())?.split('/') ?? [];
    const fields = this.stage.library.flows[flow]?.steps[step]?.fields ?? {};
    const label = (id: string): string => (typeof fields[id]?.label === 'string' ? fields[id].label : id);
    return says.refused(Object.entries(await this.seat.errors()).map(([id, message]) => [label(id), message] as const));
  }
  private async place(): Promise<string> {
    const { seat } = this;
    let place: string | undefined;
    await until('a page', async () => (place = await seat.current()) !== undefined);
    return place as string;
  }

  /** Does a thing, of a step with pages page by page. */
  private async onItsPages(one: Do): Promise<void> {
    this.departures = this.seat.left().length;
    for (let rest: Do | undefined = one; rest; ) {
      if (rest.at !== undefined) await this.arrive(rest.at, leadsOn(rest));
      const here = (await this.seatPlace()) ?? '';
      const [flow = '', id = ''] = here.split('/');
      const { now, then }: Turn = turnOf(rest, this.stage.library.flows[flow]?.steps[id]);
      for (const each of now) await this.act(each);
      if (then)
        await until(`the page after ${here}`, async () => ![undefined, here].includes(await this.seat.current()), {
          told: async () => says.notLedOn(here) + (await this.refusal()),
        });
      rest = then;
    }
  }

  private async act(one: Do): Promise<void> {
    const { seat } = this;
    if (one.at !== undefined && !leadsOn(one)) await this.arrive(one.at);
    if (looksFirst(one) && !(one.kind === 'elapse' && one.at !== undefined && this.pages[one.at])) await this.look();
    const again = one.kind === 'event' && this.before === 'event';
    const onlyLoaded = this.before === 'reload';
    if (one.kind !== 'event' || again) this.mark = Math.max(0, seat.seen().length - 1);
    this.before = one.kind;
    switch (one.kind) {
      case 'arrive':
        return;
      case 'answer':
        return this.answer(await this.place(), one.answer);
      case 'press':
        await this.place();
        await seat.settled();
        return seat.press(one.action);
      case 'dialog':
        return seat.pressInDialog(one.action);
      case 'link':
        await this.place();
        await seat.settled();
        return seat.follow(one.text);
      case 'widget':
        await this.place();
        await seat.settled();
        return seat.emit(one);
      case 'event':
        return this.hear(one, again || onlyLoaded);
      case 'connection':
        return this.connect(await this.place(), one.is);
      case 'elapse':
        return this.elapse(one.at ?? (await this.place()), one.seconds);
      case 'reload':
        await seat.settled();
        await seat.reload();
        await this.place();
        return;
      case 'back':
        await this.place();
        await seat.settled();
        return seat.back();
      case 'visit': {
        await this.place();
        await seat.settled();
        const [flow = '', id = ''] = firstPage(this.flow(one.page.split('/')[0] ?? ''), one.page).split('/');
        return seat.open(stepPath(this.flow(flow), id));
      }
      case 'signOut':
        await seat.settled();
        return seat.signOut();
      case 'signIn': {
        await this.place();
        if (one.browser !== undefined) await this.sit();
        return this.signIn();
      }
    }
  }

  /** Lets the time pass in which something is due; the seat's clock, not the test's, does the waiting. */
  private async elapse(place: string, seconds: number): Promise<void> {
    await this.seat.settled();
    const [flow = '', id = ''] = place.split('/');
    const step = this.flow(flow).steps[id];
    const { app, boot } = this.stage.library;
    const known = { flags: boot.flags, brand: boot.facts } as unknown as Facts;
    const idles = (idleAfter(app, known) ?? Infinity) <= seconds;
    if (step === undefined || (dueWithin(step, seconds, known).length === 0 && !idles))
      throw new Impossible(says.nothingDue(place, seconds));
    // What was due has come already where the page is gone, be it for elsewhere.
    let here: string | undefined;
    const isKnown = async (): Promise<boolean> =>
      (here = await this.seat.current()) !== undefined || this.seat.left().length > this.departures;
    await until('a page', isKnown);
    if (here !== undefined && isAt(here, place)) await this.seat.elapse(seconds);
  }

  private async answer(place: string, answers: Readonly<Record<string, Json>>): Promise<void> {
    for (const [id, value] of Object.entries(answers)) {
      const field = this.field(place, id);
      // What several brands differ in may be one thing alone on another: nobody can choose it there.
      if (isMoved(this.fixture) && (await this.seat.settles(field))) continue;
      const typed = isTyped(value)
        ? await wordFor(value.typed, { product: this.stage.product, email: this.email, password: this.password })
        : value;
      if (field.control === 'email' && typeof typed === 'string') this.email = typed;
      await this.seat.answer(place.split('/')[1] ?? '', field, typed);
    }
  }

  /** Signs in on the page that the app sends strangers to, and waits until it has led on. */
  private async signIn(): Promise<void> {
    const { app, library } = { app: this.stage.library.app, library: this.stage.library };
    if (app.signIn.kind !== 'to')
      throw new Error('app.json signs people in somewhere else; this executor cannot follow.');
    const place = `${app.signIn.flow}/${app.signIn.step}`;
    if ((await this.seatPlace()) !== place) await this.seat.open(library.address(place));
    await this.arrive(place);
    const step = this.flow(app.signIn.flow).steps[app.signIn.step];
    if (step === undefined) throw new Error(`${place} does not exist.`);
    for (const field of Object.values(step.fields)) {
      if (field.control === 'password') await this.seat.answer(step.id, field, this.password);
      else if (field.control === 'email') await this.seat.answer(step.id, field, this.email);
    }
    const action = step.actions.find(({ style }) => style === 'primary');
    if (action === undefined) throw new Error(`${place} has no primary action.`);
    await this.seat.press(action.id);
    const { seat } = this;
    await until(`a page after ${place}`, async () => ![undefined, place].includes(await seat.current()), {
      told: async () => JSON.stringify(await seat.errors()),
    });
    await seat.settled();
  }
  private async seatPlace(): Promise<string | undefined> {
    return this.seat.seen().length === 0 ? undefined : this.seat.current();
  }

  /** Waits until the journey has come to where an event leads from the steps it passed since the last thing done. */
  private async hear({ event, clock }: Extract<Do, { kind: 'event' }>, answered: boolean): Promise<void> {
    const { seat } = this;
    const since = (): readonly string[] => seat.seen().slice(this.mark);
    const leads = (): ReadonlySet<string> =>
      new Set(since().flatMap((place) => leadsTo(this.stage.library, place, event)));
    const came = (): boolean => {
      const targets = leads();
      return since().some((page) => targets.has(page));
    };
    // Two events in a row, or one on a page that was only loaded anew: somebody outside acts, and all that the product
    // waits for is a reviewer's word on documents.
    let answers = answered || clock !== undefined;
    const cameOrAnswered = async (): Promise<boolean> => {
      const at = clock ?? this.fixture.clock;
      if (answers && (await this.stage.product.acceptDocuments(this.email, at))) answers = false;
      // Where the word is given at an instant of its own, nothing comes before it.
      return !(answers && clock !== undefined) && came();
    };
    await until(`what ${event} leads to`, cameOrAnswered, {
      told: () => `It leads to ${[...leads()].join(', ') || 'nothing'}; seen: ${seat.seen().join(', ')}`,
    });
  }
  /** Takes the server away from the page, gives it back, or waits until it has closed the connection itself. */
  private async connect(place: string, is: 'lost' | 'found' | 'ended'): Promise<void> {
    const { seat } = this;
    const { product } = this.stage;
    const [flow = '', id = ''] = place.split('/');
    if ((this.flow(flow).steps[id]?.listen.length ?? 0) === 0) throw new Impossible(says.notListening(place));
    await seat.settled();
    if (is !== 'found') await until('the page to listen', () => seat.connected() || is === 'ended');
    if (is === 'lost') await product.pause();
    if (is === 'found') await product.resume();
    if (is !== 'ended') this.away = is === 'lost';
    await until(`the connection to be ${is}`, () => seat.connected() === (is === 'found'));
  }
  /** Notes what stands on the page that is shown, where the fixture says anything of it. */
  private async look(): Promise<void> {
    const { seat } = this;
    const { shown, text } = this.fixture.expect;
    const place = await seat.current();
    if (place === undefined) return;
    const expected = [...(shown?.pages?.[place] ?? []), ...(text?.[place] ?? [])];
    const around = shown?.links?.[place] !== undefined;
    if (expected.length === 0 && !around) return;
    await seat.settled();
    // A page that goes away while it is read is read no more.
    const lines = expected.length > 0 ? await within(READING, this.linesSoon(expected), () => undefined) : undefined;
    if (lines) this.pages[place] = lines;
    if (around) this.links[place] = await seat.links();
  }

  /** What is said of news stands on the page a moment after it came. */
  private async linesSoon(expected: readonly string[]): Promise<readonly string[]> {
    const { seat } = this;
    let lines = await seat.lines(expected);
    if (this.before !== 'event' && this.before !== 'connection') return lines;
    const stands = async (): Promise<boolean> => {
      lines = await seat.lines(expected);
      return expected.every((one) => lines.some((line) => line.includes(one)));
    };
    await until('what is said of news', stands, { waits: SOON }).catch((reason: unknown) => {
      if (!(reason instanceof Impossible)) throw reason; // what is not said is told by the verdict
    });
    return lines;
  }

  private async verdict(): Promise<string[]> {
    const { seat } = this;
    const { errors, leaves, end, tracked = [] } = this.fixture.expect;
    const { library, product } = this.stage;
    if (leaves !== undefined) {
      const address = library.app.addresses[leaves]?.of({ brand: library.boot.facts } as never);
      const wanted = new URL(String(address), product.address).href;
      const isThere = (left: string): boolean => left.replace(/#.*$/, '') === wanted || left.startsWith(`${wanted}?`);
      await until(`the address ${leaves}`, () => seat.left().some(isThere), {
        told: () => `Left for: ${seat.left().join(', ') || 'nowhere'}`,
      });
    } else if (end !== undefined) {
      const came = await this.arrive(end).then(
        () => true,
        (reason: unknown) => {
          if (reason instanceof Impossible) return false; // the end is judged below, with all that differs
          throw reason;
        },
      );
      if (came) await seat.ended?.((await seat.current()) ?? end);
    }
    // Of a page that is left for elsewhere nothing is to settle: what it saved and called was answered before it left.
    if (leaves === undefined) {
      await seat.settled();
      await this.look();
    }
    const told = (): readonly string[] => this.seats.flatMap((one) => one.tracked());
    await until(`analytics to be told ${tracked.join(', ')}`, () => told().length >= tracked.length, {
      told: () => `Told: ${told().join(', ') || 'nothing'}`,
    });
    const came = leaves === undefined ? await seat.current() : end;
    const polled = polledIn(library.flows);
    /** Through the network what is kept comes once at least: how often hangs on what was asked before. */
    const counted = (calls: readonly string[]): readonly string[] =>
      seat.watches === 'calls'
        ? calls
        : calls.filter(
            (call, index) =>
              !polled.has(call) &&
              (library.boot.operations[call]?.fresh === undefined || calls.indexOf(call) === index),
          );
    const pages = this.seats.flatMap((one) => one.seen()).filter((page, index, all) => page !== all[index - 1]);
    const { begins } = this;
    const first = begins === undefined ? 0 : pages.findIndex((page) => isAt(page, begins));
    const ran = {
      path: pages.slice(Math.max(0, first)),
      calls: counted(this.seats.flatMap((one) => one.calls())),
      tracked: told(),
      shown: [...new Set(this.seats.flatMap((one) => [...one.disclosures()]))],
      pages: this.pages,
      links: this.links,
      errors: errors === undefined ? {} : await seat.errors(),
      ...(leaves === undefined && came !== end && { refusal: await this.refusal() }),
      end: came ?? '',
      ...(leaves !== undefined && { leaves, posts: seat.posted() }),
    };
    const { calls, ...expected } = this.fixture.expect;
    return differences(
      { ...this.fixture, expect: { ...expected, ...(calls && { calls: counted(calls) }) } },
      ran,
      polled,
    );
  }
}
