// A stand-in for Plaid Link's program, never in production: the same calls and events, and no bank is asked.
// Protocol: https://plaid.com/docs/link/web/ (create, open, exit, destroy; onLoad, onEvent, onSuccess, onExit).
(() => {
  const page = new URL('link.html', document.currentScript.src);
  const wayBack = 'oauth_state_id';
  const metadata = () => ({ link_session_id: 'stand-in', institution: { name: 'First Test Bank', institution_id: 'ins_0' } });

  window.Plaid = {
    create(config) {
      let dialog;
      const tell = (name) => config.onEvent?.(name, metadata());
      const close = () => {
        window.removeEventListener('message', hear);
        dialog?.close();
        dialog?.remove();
        dialog = undefined;
      };
      const leave = (error) => {
        close();
        tell('EXIT');
        config.onExit?.(error, metadata());
      };
      const hear = ({ source, origin, data }) => {
        if (origin !== page.origin || source !== dialog?.querySelector('iframe')?.contentWindow) return;
        const { event, publicToken, code } = data;
        if (event === 'redirect') {
          // The log-in page of a bank, which leads back to the address the link was asked with; here to where it began.
          sessionStorage.setItem(wayBack, config.token);
          const back = new URL(location.href);
          back.search = `?${wayBack}=stand-in`;
          location.assign(back);
        } else if (event === 'success') {
          close();
          tell('HANDOFF');
          config.onSuccess(publicToken, metadata());
        } else if (code !== undefined) {
          tell('ERROR');
          leave({ error_type: 'STAND_IN', error_code: code, error_message: code, display_message: null });
        } else leave(null);
      };
      queueMicrotask(() => config.onLoad?.());
      return {
        open() {
          if (dialog !== undefined) return;
          dialog = document.createElement('dialog');
          dialog.setAttribute('aria-label', 'Stand-in for Plaid');
          Object.assign(dialog.style, { width: 'min(26rem, 94vw)', height: 'min(40rem, 90vh)', padding: '0', border: '0' });
          const frame = document.createElement('iframe');
          frame.title = 'Stand-in for Plaid: no bank is asked';
          Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
          const asked = new URL(page);
          asked.searchParams.set('token', config.token);
          if (config.receivedRedirectUri !== undefined) asked.searchParams.set('returned', config.receivedRedirectUri);
          frame.src = asked.href;
          dialog.append(frame);
          document.body.append(dialog);
          dialog.addEventListener('cancel', (event) => {
            event.preventDefault();
            leave(null);
          });
          window.addEventListener('message', hear);
          dialog.showModal();
          tell('OPEN');
          // Whoever comes back goes on with the token they left with, and no other.
          if (config.receivedRedirectUri !== undefined && sessionStorage.getItem(wayBack) !== config.token)
            leave({ error_type: 'STAND_IN', error_code: 'INVALID_LINK_TOKEN', error_message: '', display_message: null });
        },
        exit(_options, done) {
          if (dialog !== undefined) leave(null);
          done?.();
        },
        submit() {},
        destroy: close,
      };
    },
  };
})();
