// The frame of the stand-in: it makes the token here, of what was typed, and tells it to the page around.
// Nothing is sent anywhere.
(() => {
  const form = document.querySelector('form');
  const field = (name) => form.elements.namedItem(name);
  const said = new URLSearchParams(location.hash.slice(1));
  document.querySelector('h1').textContent = said.get('title') ?? 'Card Information';
  form.querySelector('[type=submit]').textContent = said.get('button') ?? 'Pay';

  /** What the provider will do, by the number; every other one that could be a card is taken. */
  const does = {
    '4000000000000002': 'declined',
    '4000000000000259': 'held',
    '4000000000000119': 'silent',
    '4000000000000341': 'lost',
  };
  const digits = (name) => field(name).value.replace(/\D/g, '');
  const isCard = (number) =>
    number.length >= 13 &&
    [...number].reverse().reduce((sum, digit, at) => sum + ((n) => (n > 9 ? n - 9 : n))(Number(digit) * (at % 2 ? 2 : 1)), 0) % 10 === 0;
  const tell = (message) => window.parent.postMessage(message, '*');

  field('tender').addEventListener('change', () => {
    for (const part of form.querySelectorAll('[data-for]')) part.hidden = part.dataset.for !== field('tender').value;
  });
  field('cancel').addEventListener('click', () => tell({}));
  const refused = { messages: { resultCode: 'Error', message: [{ code: 'E_WC_14', text: 'Encryption failed.' }] } };
  for (const button of document.querySelectorAll('[data-event]'))
    button.addEventListener('click', () => {
      const { event, number, account } = button.dataset;
      if (event === 'failed') return tell({ response: refused });
      const typed = number === undefined ? { tender: 'bank', routing: '021000021', account } : { tender: 'card', number, expires: '12/29', code: '987' };
      for (const [name, value] of Object.entries(typed)) field(name).value = value;
      form.requestSubmit();
    });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const isBank = field('tender').value === 'bank';
    const number = digits(isBank ? 'account' : 'number');
    const wrong = isBank
      ? digits('routing').length !== 9 || number.length < 4
      : !isCard(number) || !/^(0[1-9]|1[0-2])\/\d\d$/.test(field('expires').value) || digits('code').length < 3;
    form.querySelector('[role=alert]').textContent = wrong ? 'Please check what you typed.' : '';
    if (wrong) return;
    const lastFour = number.slice(-4);
    const kind = isBank ? 'eCheck' : number.startsWith('5') ? 'MasterCard' : 'Visa';
    const token = { does: isBank ? 'approved' : (does[number] ?? 'approved'), kind, lastFour, once: crypto.getRandomValues(new Uint32Array(4)).join('') };
    const dataValue = btoa(JSON.stringify(token)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const masked = `XXXXXXXXXXXX${lastFour}`;
    tell({
      response: {
        opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue },
        messages: { resultCode: 'Ok', message: [{ code: 'I_WC_01', text: 'Successful.' }] },
        ...(isBank ? { encryptedBankData: { accountNumber: masked } } : { encryptedCardData: { cardNumber: masked } }),
      },
    });
  });
  // What is typed and pressed is heard from here on: a form that is sent before would leave the frame.
  for (const part of document.querySelectorAll('form, section')) part.hidden = false;
})();
