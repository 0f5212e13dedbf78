// The token says what it was asked for: products, then kinds of accounts.
const told = new URL(location.href).searchParams;
const [, products, accounts] = (told.get('token') ?? '').split('.');
document.getElementById('asked').textContent = `Asked for: ${products} of ${accounts} accounts.`;
document.getElementById('returned').hidden = told.get('returned') === null;

// What is chosen is told to the page around, which checks where it comes from.
for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => window.parent.postMessage({ ...button.dataset }, '*'));
// What can be chosen is heard from here on: a choice that is pressed while this program is on its way is lost.
document.getElementById('offers').hidden = false;
