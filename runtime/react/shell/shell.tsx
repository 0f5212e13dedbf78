import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { text as write } from '../../core/index.ts';
import type { AppLink, CompiledApp } from '../../core/app-definition.ts';
import type { Target } from '../../core/definition.ts';
import type { Facts } from '../../core/facts.ts';
import type { WidgetDocument } from '../../core/widget-contract.ts';
import { DocumentBody } from '../blocks/document.tsx';
import { Dialog } from '../page/dialog.tsx';

interface ShellProps {
  readonly facts: Facts;
  readonly app: CompiledApp;
  /** The address of a target, when it has one that can be shown to the browser. */
  readonly href: (target: Target) => string | undefined;
  readonly go: (target: Target) => void;
  /** Documents of the footer by idTag. */
  readonly documents?: (idTag: string) => WidgetDocument | undefined;
  /** Footer links the server owns, with their own addresses. */
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  /** More for the header, after its links. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Header and footer of every page, the same in the same order everywhere. */
export function Shell({ facts, app, href, go, documents, links = [], actions, children }: ShellProps) {
  const phone = words(facts, 'phoneNumber');
  const hours = words(facts, 'contactHours');
  const name = words(facts, 'name') ?? '';
  const image = words(facts, 'logoImage');
  const logo = image && (words(facts, 'imagePath') ?? '') + image;
  const draw = (all: readonly AppLink[]) =>
    all
      .filter((link) => !link.when || link.when.of(facts) === true)
      .map((link, index) => (
        <li key={index} data-around>
          <TargetLink link={link} facts={facts} href={href} go={go} />
        </li>
      ));
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to main content
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
          <Menu>
            {draw(app.header.links)}
            {actions ? <li>{actions}</li> : null}
          </Menu>
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
                  For assistance call <PhoneLink phone={phone} />
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
    <nav aria-label="Site">
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="menu-bars" aria-hidden="true" />
        Menu
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
    <a className="phone" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M5 3.5h3.6l1.6 4.4-2.2 1.7a12 12 0 0 0 6.4 6.4l1.7-2.2 4.4 1.6V19a1.8 1.8 0 0 1-2 1.8C10.6 20.2 3.8 13.4 3.2 5.5A1.8 1.8 0 0 1 5 3.5z" />
      </svg>
      <span className="phone-number">{phone}</span>
    </a>
  );
}

function TargetLink({ link, facts, href, go }: { readonly link: AppLink } & Pick<ShellProps, 'facts' | 'href' | 'go'>) {
  const title = write(link.text, facts);
  const address = href(link.target);
  if (address === undefined)
    return (
      <button type="button" className="link" onClick={() => go(link.target)}>
        {title}
      </button>
    );
  return (
    <a
      href={address}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || link.target.kind === 'leave') return;
        event.preventDefault();
        go(link.target);
      }}
    >
      {title}
    </a>
  );
}

/** A legal text of the footer, opened on demand. */
function Legal({ document }: { readonly document: WidgetDocument | undefined }) {
  const [open, setOpen] = useState(false);
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
              Close
            </button>
          </div>
        </Dialog>
      ) : null}
    </p>
  );
}
