import { expect, test } from 'vitest';
import { CHECKS } from '../../compile/checks/index.ts';
import { changed, placeOf, problemsOf, type Change } from './content.ts';

const FLOW = 'flows/visit/flow.json';
const NAME = 'flows/visit/steps/name.json';
const AMOUNT = 'flows/visit/steps/amount.json';
const WAITING = 'flows/visit/steps/waiting.json';
const DONE = 'flows/visit/steps/done.json';
const RULE = 'flows/visit/rules/is-adult.json';
const AGE = 'flows/visit/values/age.json';
const MO = 'compliance/states/MO.json';
const NOTICE = 'compliance/disclosures/visit-notice/1.md';

interface Mistake {
  readonly what: string;
  readonly change: Change;
  readonly code: string;
  /** Text whose place is the problem's place. */
  readonly at: string;
  readonly says: RegExp;
  readonly fix: RegExp;
}

const mistakes: readonly Mistake[] = [
  { what: 'a misspelt fact', change: [AGE, 'answers.personalInformation.dateOfBirth', 'answers.personalInformation.dateOfBrith'], code: 'fact', at: '"answers.personalInformation.dateOfBrith"', says: /no fact .*"dateOfBrith" is not declared/, fix: /Did you mean "dateOfBirth"\?/ },
  { what: 'an unknown name in words', change: [DONE, 'You are {{values.age}}', 'You are {{values.ages}}'], code: 'fact', at: '"You are', says: /no fact "values.ages"/, fix: /Did you mean "age"/ },
  { what: 'an unknown format', change: [DONE, '{{values.age}}', '{{values.age | monney}}'], code: 'fact', at: '"You are', says: /no format "monney"/, fix: /money/ },
  { what: 'an unknown fact in a document', change: [NOTICE, 'personalInformation.firstName', 'personalInformation.firstNam'], code: 'compliance', at: 'Dear {{', says: /"firstNam" is not declared/, fix: /firstName/ },
  { what: 'a typed value read where it does not exist', change: [RULE, '"values.age"', '"typed.birth"'], code: 'fact', at: '"typed.birth"', says: /typed\.birth/, fix: /keep/ },
  { what: 'an unknown rule', change: [NAME, '"assert": "is-adult"', '"assert": "is-adlut"'], code: 'rule', at: '"is-adlut"', says: /no rule "is-adlut"/, fix: /Did you mean "is-adult"/ },
  { what: 'a rule that leads back to itself', change: [RULE, '"rule": { ">=": [{ "var": "values.age" }, 18] }', '"rule": { "!": { "rule": "is-adult" } }'], code: 'rule', at: '{ "!"', says: /leads back to itself: rule is-adult → rule is-adult/, fix: /circle/ },
  { what: 'a value that leads back to itself', change: [AGE, '{ "var": "today" }', '{ "var": "values.age" }'], code: 'rule', at: '{ "yearsBetween"', says: /value age → value age/, fix: /circle/ },
  { what: 'an operator that does not exist', change: [RULE, '">="', '"=>"'], code: 'language', at: '"=>"', says: /no operator "=>"/, fix: /Did you mean ">="/ },
  { what: 'reduce', change: [RULE, '{ ">=": [{ "var": "values.age" }, 18] }', '{ "reduce": [[1], { "var": "current" }, 0] }'], code: 'language', at: '"reduce"', says: /no operator "reduce"/, fix: /some/ },
  { what: 'a computed path', change: [RULE, '{ "var": "values.age" }', '{ "var": { "cat": ["values.", "age"] } }'], code: 'language', at: '{ "cat"', says: /must be written out/, fix: /quotes/ },
  { what: 'arithmetic outside values', change: [RULE, '{ "var": "values.age" }', '{ "+": [{ "var": "values.age" }, 1] }'], code: 'language', at: '"+"', says: /Arithmetic/, fix: /named value/ },
  { what: 'too few arguments', change: [AGE, ', { "var": "today" }]', ']'], code: 'language', at: '[{ "var": "answers', says: /takes 2 arguments, not 1/, fix: /list/ },
  { what: 'a step that is not there', change: [AMOUNT, '"to": "done"', '"to": "dnoe"'], code: 'target', at: '"dnoe"', says: /no step "dnoe"/, fix: /Did you mean "done"/ },
  { what: 'a flow that is not there', change: [AMOUNT, '"to": "done"', '"to": "vist/done"'], code: 'target', at: '"vist/done"', says: /no flow "vist"/, fix: /visit/ },
  { what: 'a dialog that is not there', change: [AMOUNT, '{ "to": "done" }', '{ "dialog": "sure" }'], code: 'target', at: '"sure"', says: /no dialog "sure"/, fix: /dialogs\/sure.json/ },
  { what: 'an address that is not there', change: [AMOUNT, '{ "to": "done" }', '{ "leave": "awya" }'], code: 'target', at: '"awya"', says: /no address "awya"/, fix: /away/ },
  { what: 'a target that says two things', change: [AMOUNT, '{ "to": "done" }', '{ "to": "done", "leave": "away" }'], code: 'target', at: '"leave"', says: /says one thing/, fix: /Keep one/ },
  { what: 'a carried name that is not declared', change: [AMOUNT, '{ "to": "done" }', '{ "to": "done", "carry": { "timeuot": true } }'], code: 'target', at: '"timeuot"', says: /cannot be carried/, fix: /timeout/ },
  { what: 'a document that is not there', change: [AMOUNT, '"disclosure": "visit-notice"', '"disclosure": "vist-notice"'], code: 'layout', at: '"vist-notice"', says: /no document "vist-notice"/, fix: /visit-notice/ },
  { what: 'a widget that is not there', change: [DONE, '{ "copy": "You are {{values.age}}." }', '{ "widget": "signatrue" }'], code: 'layout', at: '"signatrue"', says: /no widget/, fix: /signature/ },
  { what: 'an event a widget never tells', change: [DONE, '{ "copy": "You are {{values.age}}." }', '{ "widget": "signature", "events": { "signed": { "next": [] } } }'], code: 'layout', at: '"signed"', says: /never tells "signed"/, fix: /events/ },
  { what: 'a field that is not there', change: [NAME, '"layout": ["firstName"', '"layout": ["fristName"'], code: 'layout', at: '"fristName"', says: /no field "fristName"/, fix: /firstName/ },
  { what: 'a control that is not there', change: [AMOUNT, '"control": "radio"', '"control": "raido"'], code: 'field', at: '"raido"', says: /Nothing draws "raido"/, fix: /radio/ },
  { what: 'a widget that writes another type', change: [AMOUNT, '"control": "radio"', '"control": "amount-slider"'], code: 'field', at: '"amount-slider"', says: /writes integer, but the field "reason" is string/, fix: /another/ },
  { what: 'two documents of one name on one day', change: ['compliance/agreements/visit-notice/2.md', '---\nidTag: visit-notice\ntitle: Other\ntype: notice\nfrom: 2026-01-01\n---\nOther'], code: 'compliance', at: '---\nidTag', says: /On 2026-01-01 two documents "visit-notice" hold/, fix: /until/ },
  { what: 'a stage that is not there', change: [NAME, '"stage": "you"', '"stage": "yuo"'], code: 'layout', at: '"yuo"', says: /no stage "yuo"/, fix: /you/ },
  { what: 'an operation that is not there', change: [AMOUNT, '"call": "logMessage"', '"call": "logMesage"'], code: 'call', at: '"logMesage"', says: /no operation/, fix: /logMessage/ },
  { what: 'a missing input', change: [AMOUNT, '"with": { "logLevel": "info", "message": "booked" }', '"with": { "message": "booked" }'], code: 'call', at: '"logMessage"', says: /lacks its input "logLevel"/, fix: /Add "logLevel"/ },
  { what: 'an input too many', change: [AMOUNT, '"message": "booked"', '"mesage": "x", "message": "booked"'], code: 'call', at: '"mesage"', says: /has no input "mesage"/, fix: /message/ },
  { what: 'an input of the wrong type', change: [AMOUNT, '"message": "booked"', '"message": 7'], code: 'call', at: '7 }', says: /must be string, but is number/, fix: /type/ },
  { what: 'an outcome that is not declared', change: [WAITING, '"as": "state"', '"as": "state", "on": { "APROVED": { "to": "done" } }'], code: 'call', at: '"APROVED"', says: /never ends with "APROVED"/, fix: /outcomes|mean/ },
  { what: 'a declared outcome that nothing answers', change: [WAITING, '{ "call": "getCurrentDate", "as": "state" }', '{ "call": "applicationState", "with": { "id": { "var": "application.id" } }, "as": "state" }'], code: 'call', at: '"applicationState"', says: /ends with "UNSUBMITTED" or .* nothing leads on/, fix: /"on"/ },
  { what: 'a bind that is not declared', change: [AMOUNT, '"bind": "visit.reason"', '"bind": "visit.raeson"'], code: 'field', at: '"visit.raeson"', says: /not declared/, fix: /reason/ },
  { what: 'a field of another type than its answer', change: [AMOUNT, '"label": "I agree", "const": true', '"label": "I agree", "type": "string"'], code: 'field', at: '"string"', says: /is string, but the answer "visit.agreed" is declared boolean/, fix: /agree/ },
  { what: 'a choice the answer does not have', change: [AMOUNT, '"value": "ADVICE"', '"value": "ADVISE"'], code: 'field', at: '"ADVISE"', says: /not a value of the answer/, fix: /ADVICE/ },
  { what: 'a value that is not there', change: [NAME, '"/values/state"', '"/values/stat"'], code: 'field', at: '"/values/stat"', says: /no value "stat"/, fix: /state/ },
  { what: 'an example that does not fit', change: [NAME, '"maxLength": 40', '"maxLength": 3, "examples": ["Anna"]'], code: 'field', at: '"Anna"', says: /does not fit its own schema/, fix: /valid/ },
  { what: 'a comparison with a value outside the choices', change: [AMOUNT, '"LOAN"] }', '"LAON"] }'], code: 'comparison', at: '"LAON"', says: /can never be "LAON"/, fix: /LOAN/ },
  { what: 'a comparison of unlike types', change: [RULE, '18]', '"18"]'], code: 'comparison', at: '[{ "var": "values.age" }', says: /compares number .* with string/, fix: /one type/ },
  { what: 'a waiting step without a way for every case', change: [WAITING, '{ "when": "is-adult", "to": "done" }, { "to": "name" }', '{ "when": "is-adult", "to": "done" }'], code: 'way', at: '[{ "when"', says: /nothing leads on/, fix: /without "when"/ },
  { what: 'a step off the line without a way out', change: [DONE, ', "outcome": "booked"', ''], code: 'way', at: '"done"', says: /not on the line and nothing leads on/, fix: /outcome/ },
  { what: 'a step that nothing leads to', change: ['flows/visit/steps/alone.json', '{ "id": "alone", "kind": "form", "outcome": "booked" }'], code: 'way', at: '"alone"', says: /Nothing leads to the step/, fix: /line/ },
  { what: 'a gap between rows', change: [MO, '2026-06-30', '2026-06-29'], code: 'compliance', at: '"2026-07-01"', says: /From 2026-06-30 no row of MO holds/, fix: /2026-06-30/ },
  { what: 'two rows for one day', change: [MO, '2026-06-30', '2026-07-01'], code: 'compliance', at: '"2026-07-01", "until": null', says: /two rows of MO hold/, fix: /day before/ },
  { what: 'a last row that ends', change: [MO, 'null', '"2030-01-01"'], code: 'compliance', at: '"2030-01-01"', says: /After 2030-01-01 no row/, fix: /null/ },
  { what: 'a valid ID example that does not fit', change: [MO, '"minimumAge": 19, "idPattern": "^[A-Z]', '"minimumAge": 19, "idPattern": "^[C-Z]'], code: 'compliance', at: '"A12345", "B123456789"], "idInvalid": ["12345", "A1"], "citation": "Test row" }\n', says: /does not fit the pattern/, fix: /pattern or the example/ },
  { what: 'a consent with a default', change: [AMOUNT, '"const": true', '"const": true, "default": true'], code: 'consent', at: 'true }', says: /consent "agreed" has a default/, fix: /Remove/ },
  { what: 'a lookup of what no row has', change: [NAME, '"idPattern"]', '"idPatern"]'], code: 'lookup', at: '"idPatern"', says: /No state row has "idPatern"/, fix: /idPattern/ },
  { what: 'a pattern that may run for ever', change: [NAME, '"maxLength": 40', '"pattern": "^([a-z]+)+$"'], code: 'pattern', at: '"^([a-z]+)+$"', says: /for ever/, fix: /nested/ },
  { what: 'a fact of a brand that is not declared', change: ['brands/oak/brand.json', '"notFoundPage"', '"notFoundPag"'], code: 'brand', at: '"notFoundPag"', says: /not a declared fact/, fix: /notFoundPage/ },
  { what: 'an obligation about a step that is not there', change: ['compliance/obligations/notice.json', '{ "says": "Seen first", "before": { "step": "visit/dnoe" }, "shown": "visit-notice", "citation": "Test" }'], code: 'obligation', at: '"visit/dnoe"', says: /no step "dnoe"/, fix: /done/ },
  { what: 'an operation whose name is not that of its file', change: ['schemas/api/operations/logMessage.json', '"name": "logMessage"', '"name": "logMesage"'], code: 'operation', at: '"logMesage"', says: /not the name of the file/, fix: /logMessage/ },
  { what: 'a fixture of a step that is not there', change: ['flows/visit/fixtures/a.json', '{ "title": "Books", "brand": "oak", "flow": "visit", "do": [{ "at": "visit/nmae", "press": "continue" }], "expect": {} }'], code: 'fixture', at: '"visit/nmae"', says: /no step "visit\/nmae"/, fix: /visit\/name/ },
  { what: 'a fixture that asks for an outcome nobody documented', change: ['flows/visit/fixtures/a.json', '{ "title": "Books", "brand": "oak", "flow": "visit", "given": { "outcomes": { "logMessage": ["LOST"] } }, "do": [], "expect": {} }'], code: 'fixture', at: '"LOST"', says: /No documented input/, fix: /answers.json/ },
  { what: 'a line that names no step', change: [FLOW, '["name", "amount"]', '["name", "amout"]'], code: 'flow', at: '"amout"', says: /no step "amout"/, fix: /amount/ },
  { what: 'an outcome the flow does not declare', change: [DONE, '"booked"', '"boked"'], code: 'flow', at: '"boked"', says: /declares no outcome/, fix: /booked/ },
  { what: 'a key that is not known', change: [AMOUNT, '"control": "radio"', '"controll": "radio"'], code: 'form', at: '"controll"', says: /"controll" is not known here/, fix: /control/ },
  { what: 'a target without a destination', change: [AMOUNT, '{ "to": "done" }', '{ }'], code: 'form', at: '{ }', says: /leads nowhere/, fix: /"to"/ },
  { what: 'a missing key', change: [RULE, '"says": "The visitor is at least 18", ', ''], code: 'form', at: '{ "rule"', says: /lacks "says"/, fix: /sentence/ },
  { what: 'a value of the wrong kind', change: [NAME, '"maxLength": 40', '"maxLength": "40"'], code: 'form', at: '"40"', says: /must be integer, but is string/, fix: /characters/ },
  { what: 'HTML in a document', change: [NOTICE, '**one**', '<b>one</b>'], code: 'document', at: '<b>', says: /no HTML/, fix: /paragraphs/ },
  { what: 'a file without a place', change: ['flows/visit/step/x.json', '{}'], code: 'file', at: '{}', says: /no place/, fix: /Move/ },
];

test('the content of these tests has no problems', () => {
  expect(problemsOf()).toEqual([]);
});

test('names of documents beside their map are no facts', () => {
  const rule = (map: string): Change => [RULE, '{ ">=": [{ "var": "values.age" }, 18] }', `{ "agreedToAll": [["visit-notice"], { "var": "${map}" }] }`];
  expect(problemsOf(rule('answers.agreements.application'))).toEqual([]);
  expect(problemsOf(rule('answers.agreements.aplication')).map((problem) => problem.code)).toEqual(['fact']);
});

test.each(mistakes)('names the place and the remedy of $what', ({ change, code, at, says, fix }) => {
  const found = problemsOf(change).filter((problem) => problem.code === code && says.test(problem.message));
  expect(found.map((problem) => `${problem.file}:${problem.line}:${problem.column}`)).toContain(placeOf(changed(change), change[0], at));
  expect(found[0]?.fix).toMatch(fix);
});

test('every check has a mistake that it finds', () => {
  const shown = new Set(mistakes.map((mistake) => mistake.code));
  expect(Object.keys(CHECKS).filter((code) => !shown.has(code))).toEqual([]);
});
