import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { AppLink, CompiledApp } from '../../core/app-definition.ts';
import { text as write } from '../../core/index.ts';
import type { LayoutItem } from '../../core/definition.ts';
import type { Facts } from '../../core/facts.ts';
import type { WidgetDocument } from '../../core/widget-contract.ts';
import { DocumentBody } from '../blocks/document.tsx';
import { AroundProvider, TargetLink } from '../blocks/around.tsx';
import type { Around } from '../blocks/around.tsx';
import { Layout } from '../blocks/layout.tsx';
import { telephoneOf } from '../page/callable.tsx';
import { HeaderActions } from '../page/actions.tsx';
import { SessionProvider } from '../page/session.tsx';
import type { PageParts } from '../page/session.tsx';
import { Dialog } from '../page/dialog.tsx';
import { useSay } from '../words.tsx';

interface ShellProps extends Around {
  readonly facts: Facts;
  readonly app: CompiledApp;
  /** What the blocks of header and footer read: those of the page between them. */
  readonly parts: PageParts;
  /** Documents of the footer by idTag. */
  readonly documents?: (idTag: string) => WidgetDocument | undefined;
  /** Footer links the server owns, with their own addresses. */
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  readonly children: ReactNode;
}

/** Header and footer of every page, the same in the same order everywhere. */
export function Shell({ facts, app, href, go, parts, documents, links = [], children }: ShellProps) {
  const say = useSay();
  const phone = words(facts, 'phoneNumber');
  const hours = words(facts, 'contactHours');
  const name = words(facts, 'name') ?? '';
  const image = words(facts, 'logoImage');
  const logo = image && (words(facts, 'imagePath') ?? '') + image;
  const around = useMemo(() => ({ href, go }), [href, go]);
  const seen = (all: readonly AppLink[]) => all.filter((link) => !link.when || link.when.of(facts) === true);
  const draw = (all: readonly AppLink[]) =>
    seen(all).map((link, index) => (
      <li key={index} data-around>
        <TargetLink target={link.target} words={write(link.text, facts)} around={around} />
      </li>
    ));
  const more = (items: readonly LayoutItem[] | undefined, of: string) =>
    items === undefined || items.length === 0 ? null : (
      <div className={`${of}-more`}>
        <SessionProvider session={parts}>
          <AroundProvider around={around}>
            <Layout items={items} />
          </AroundProvider>
        </SessionProvider>
      </div>
    );
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {say('frame.skip')}
      </a>
      <header className="header">
        <div className="header-inner">
          <a className="logo" href="/">
            {logo ? <img src={logo} alt={name} height={32} /> : name}
          </a>
          {phone ? (
            <div className="header-links">
              <PhoneLink phone={phone} />
            </div>
          ) : null}
          {more(app.header.layout, 'header')}
          <SessionProvider session={parts}>
            <HeaderActions />
          </SessionProvider>
          {seen(app.header.links).length > 1 ? (
            <Menu>{draw(app.header.links)}</Menu>
          ) : (
            <ul className="header-links">{draw(app.header.links)}</ul>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="footer">
        <div className="footer-inner">
          <div className="footer-top">
            {phone ? (
              <div className="footer-help">
                <p>
                  {say('frame.call')} <PhoneLink phone={phone} />
                </p>
                {hours ? <p>{hours}</p> : null}
              </div>
            ) : null}
            <ul className="footer-links">
              {draw(app.footer.links)}
              {links.map(({ title, url }) => (
                <li key={url}>
                  <a href={url}>{title}</a>
                </li>
              ))}
            </ul>
          </div>
          {more(app.footer.layout, 'footer')}
          {documents ? (
            <div className="footer-legal">
              {app.footer.disclosures.map((idTag) => (
                <Legal key={idTag} document={documents(idTag)} />
              ))}
            </div>
          ) : null}
        </div>
      </footer>
    </div>
  );
}

/** Links of the site: in a row where there is room, behind one button where there is not. */
function Menu({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const say = useSay();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: Event) => {
      const again = event.target instanceof Node && button.current?.contains(event.target) === true;
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !again) setOpen(false);
    };
    // A press on a link of the menu, or anywhere else, has had its effect by then; the button's own press opens and
    // closes.
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, [open]);
  return (
    <nav aria-label={say('frame.site')}>
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="menu-bars" aria-hidden="true" />
        {say('frame.menu')}
      </button>
      <ul id={id} className="menu-list" data-open={open || undefined}>
        {children}
      </ul>
    </nav>
  );
}

function words(facts: Facts, name: string): string | undefined {
  const value = facts.brand[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function PhoneLink({ phone }: { readonly phone: string }) {
  return (
    <a className="phone" href={telephoneOf(phone)}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M5 3.5h3.6l1.6 4.4-2.2 1.7a12 12 0 0 0 6.4 6.4l1.7-2.2 4.4 1.6V19a1.8 1.8 0 0 1-2 1.8C10.6 20.2 3.8 13.4 3.2 5.5A1.8 1.8 0 0 1 5 3.5z" />
      </svg>
      <span className="phone-number">{phone}</span>
    </a>
  );
}

/** A legal text of the footer, opened on demand. */
function Legal({ document }: { readonly document: WidgetDocument | undefined }) {
  const [open, setOpen] = useState(false);
  const say = useSay();
  if (!document) return null;
  return (
    <p>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {document.title}
      </button>
      {open ? (
        <Dialog title={document.title} onClose={() => setOpen(false)}>
          <div className="document">
            <DocumentBody nodes={document.body} />
          </div>
          <div className="actions">
            <button type="button" className="button button-secondary" onClick={() => setOpen(false)}>
              {say('frame.close')}
            </button>
          </div>
        </Dialog>
      ) : null}
    </p>
  );
}
