// A stand-in for Authorize.net's AcceptUI.js, never in production: the same button and answer, and no card is charged.
// Protocol: https://developer.authorize.net/api/reference/features/acceptjs.html (hosted payment form).
(() => {
  const page = new URL('acceptMain/acceptMain.html', document.currentScript.src);

  for (const button of document.querySelectorAll('button.AcceptUI'))
    // Loaded again for a button that has it already, it does nothing.
    button.onclick = () => {
      if (button.getAttribute('aria-disabled') === 'true') return;
      open(button.dataset);
    };

  function open({ responsehandler, acceptuiformheadertxt = 'Card Information', acceptuiformbtntxt = 'Pay' }) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Stand-in for Authorize.net');
    Object.assign(dialog.style, { width: 'min(28rem, 94vw)', height: 'min(40rem, 92vh)', padding: '0', border: '0' });
    const frame = document.createElement('iframe');
    frame.title = 'Stand-in for Authorize.net: no card is charged';
    // No origin of its own: nothing of it can be read from here, and it can read nothing.
    frame.setAttribute('sandbox', 'allow-scripts allow-forms');
    Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' });
    const address = new URL(page);
    address.hash = new URLSearchParams({ title: acceptuiformheadertxt, button: acceptuiformbtntxt }).toString();
    frame.src = address.href;
    dialog.append(frame);
    document.body.append(dialog);
    const close = () => {
      window.removeEventListener('message', hear);
      dialog.close();
      dialog.remove();
    };
    const hear = ({ source, data }) => {
      // A sandboxed frame has no origin to go by; its window has.
      if (source !== frame.contentWindow) return;
      close();
      if (data.response !== undefined) window[responsehandler]?.(data.response);
    };
    window.addEventListener('message', hear);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close();
    });
    dialog.showModal();
  }
})();
