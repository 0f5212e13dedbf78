import { describe, expect, test } from 'vitest';
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
  /** What else must be there. */
  readonly also?: Change;
  readonly code: string;
  /** Text whose place is the problem's place, in the changed file or in `in`. */
  readonly at: string;
  readonly in?: string;
  readonly says: RegExp;
  readonly fix: RegExp;
}

const mistakes: readonly Mistake[] = [
  { what: 'words of a fact that the brand has not', change: [DONE, 'You are {{values.age}}', 'Call {{brand.phoneNumber}}'], code: 'text', at: '"Call', says: /never there for the brand "oak"/, fix: /brands\/oak\/brand.json/ },
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
  { what: 'a waiting step without a way for every case', change: [WAITING, ', { "to": "name" }]', ']'], code: 'way', at: '[{ "when"', says: /nothing leads on/, fix: /without "when"/ },
  { what: 'a step off the line without a way out', change: [DONE, ', "outcome": "booked"', ''], code: 'way', at: '"done"', says: /not on the line and nothing leads on/, fix: /outcome/ },
  { what: 'a step that nothing leads to', change: ['flows/visit/steps/alone.json', '{ "id": "alone", "kind": "form", "outcome": "booked" }'], code: 'way', at: '"alone"', says: /Nothing leads to the step/, fix: /line/ },
  { what: 'a gap between rows', change: [MO, '2026-06-30', '2026-06-29'], code: 'compliance', at: '"2026-07-01"', says: /From 2026-06-30 no row of MO holds/, fix: /2026-06-30/ },
  { what: 'two rows for one day', change: [MO, '2026-06-30', '2026-07-01'], code: 'compliance', at: '"2026-07-01", "until": null', says: /two rows of MO hold/, fix: /day before/ },
  { what: 'a last row that ends', change: [MO, 'null', '"2030-01-01"'], code: 'compliance', at: '"2030-01-01"', says: /After 2030-01-01 no row/, fix: /null/ },
  { what: 'a valid ID example that does not fit', change: [MO, '"minimumAge": 19, "idPattern": "^[A-Z]', '"minimumAge": 19, "idPattern": "^[C-Z]'], code: 'compliance', at: '"A12345", "B123456789"], "idInvalid": ["12345", "A1"], "citation": "Test row" }\n', says: /does not fit the pattern/, fix: /pattern or the example/ },
  { what: 'a consent with a default', change: [AMOUNT, '"const": true', '"const": true, "default": true'], code: 'consent', at: 'true }', says: /consent "agreed" has a default/, fix: /Remove/ },
  { what: 'a lookup of what no row has', change: [NAME, '"idPattern"]', '"idPatern"]'], code: 'lookup', at: '"idPatern"', says: /No state row has "idPatern"/, fix: /idPattern/ },
  { what: 'a pattern that may run for ever', change: [NAME, '"maxLength": 40', '"pattern": "^([a-z]+)+$"'], code: 'pattern', at: '"^([a-z]+)+$"', says: /can run away.*for ever/, fix: /repetition inside a repetition/ },
  { what: 'a pattern inside a schema that is none', change: [NAME, '"maxLength": 40', '"allOf": [{ "pattern": "[a-" }]'], code: 'pattern', at: '"[a-"', says: /no regular expression/, fix: /Correct/ },
  { what: 'a pattern nobody can judge', change: [NAME, '"maxLength": 40', '"pattern": "^(a{1,500}){1,500}$"'], code: 'pattern', at: '"^(a{1,500}){1,500}$"', says: /so complex/, fix: /fewer/ },
  { what: 'a pattern that takes the square of a long text', change: [NAME, '"maxLength": 40', '"pattern": "^[a-z]*[a-z0-9]*[0-9]*$"'], code: 'pattern', at: '"^[a-z]*', says: /can run away.*grows/, fix: /maxLength/ },
  { what: 'a least above the most', change: [NAME, '"maxLength": 40', '"minLength": 50, "maxLength": 40'], code: 'bounds', at: '50', says: /No value fits: "minLength" is 50, but "maxLength" is 40/, fix: /one of the two/ },
  { what: 'limits of which a state leaves nothing', change: [NAME, '"type": "string", "label": "First name", "maxLength": 40', '"type": "string", "label": "First name", "minLength": { "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "minimumAge"] }, "maxLength": 18'], code: 'bounds', at: '{ "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "minimumAge"]', says: /fits in MO: in MO "minLength" is 19, but "maxLength" is 18/, fix: /row of MO/ },
  { what: 'a default the field refuses', change: [NAME, '"maxLength": 40', '"maxLength": 4, "default": "Miriam"'], code: 'bounds', at: '"Miriam"', says: /default "Miriam"/, fix: /valid/ },
  { what: 'a choice the field refuses', change: [AMOUNT, '"control": "radio"', '"control": "radio", "maxLength": 5'], code: 'bounds', at: '"ADVICE"', says: /"ADVICE" is offered .* its own limits refuse/, fix: /limits/ },
  { what: 'a number out of range', change: [RULE, '{ "var": "values.age" }, 18]', '{ "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "minimumAge"] }, "18"]'], code: 'comparison', at: '[{ "lookup"', says: /compares number .*with string/, fix: /one type/ },
  { what: 'a keyword that is no JSON Schema', change: [NAME, '"maxLength": 40', '"items": { "type": "strin" }'], code: 'field', at: '"strin"', says: /cannot be validated/, fix: /JSON Schema/ },
  { what: 'a format nobody knows', change: [NAME, '"maxLength": 40', '"format": "datee"'], code: 'field', at: '"datee"', says: /no format "datee"/, fix: /Did you mean "date"/ },
  { what: 'a variable of another type than its input', change: ['schemas/api/operations/logMessage.json', '"logLevel": { "type": "string" }', '"logLevel": { "type": "integer" }'], code: 'api', at: '"integer"', says: /"logLevel" is integer here, but String!/, fix: /agree/ },
  { what: 'a variable that the back end needs and a call may leave out', change: ['schemas/api/operations/logMessage.json', '"required": ["message", "logLevel"]', '"required": ["message"]'], code: 'api', at: '"logLevel"', says: /needs "logLevel" .* may be left out/, fix: /agree/ },
  { what: 'an input that is no variable', change: ['schemas/api/operations/logMessage.json', '"logLevel": { "type": "string" }', '"logLevel": { "type": "string" }, "level": { "type": "string" }'], code: 'api', at: '"level"', says: /takes no "level"/, fix: /agree/ },
  { what: 'a document that asks for what the back end has not', change: ['schemas/api/operations/getCurrentDate.graphql', '  getCurrentDate', '  getCurrentDay'], code: 'api', at: 'getCurrentDay', says: /Cannot query field "getCurrentDay"/, fix: /agree/ },
  { what: 'a document that is none', change: ['schemas/api/operations/getCurrentDate.graphql', 'query getCurrentDate ['], code: 'api', at: '[', says: /Syntax Error/, fix: /agree/ },
  { what: 'a place of the answer the document does not ask for', change: ['schemas/api/operations/applicationState.json', '"outcomeAt": "applicationState.status"', '"outcomeAt": "applicationState.stauts"'], code: 'api', at: '"applicationState.stauts"', says: /no "stauts"/, fix: /agree/ },
  { what: 'an outcome that is no text', change: ['schemas/api/operations/applicationState.json', '"outcomeAt": "applicationState.status"', '"outcomeAt": "applicationState.isPendingEsign"'], code: 'api', at: '"applicationState.isPendingEsign"', says: /Boolean!, so it can be no outcome/, fix: /text/ },
  { what: 'a value of another type than the back end gives', change: ['schemas/api/operations/getCurrentDate.json', '"value": { "type": "string" }', '"value": { "type": "number" }'], code: 'api', at: '"number"', says: /value of "getCurrentDate" is number here, but String!/, fix: /agree/ },
  { what: 'an answer mistyped for a call', change: [AMOUNT, '"message": "booked"', '"message": { "var": "values.age" }'], code: 'call', at: '{ "var": "values.age" }', says: /must be string, but is number/, fix: /type/ },
  { what: 'defaults that are made of each other', change: [NAME, '"maxLength": 40 },', '"maxLength": 40, "default": { "var": "answers.personalInformation.lastName" } }, "lastName": { "bind": "personalInformation.lastName", "label": "Last name", "default": { "var": "answers.personalInformation.firstName" } },'], code: 'cycle', at: '{ "var": "answers.personalInformation.lastName" }', says: /feed each other: "answers.personalInformation.firstName" is by default made of "answers.personalInformation.lastName", "answers.personalInformation.lastName" is by default made of/, fix: /no default/ },
  { what: 'answers that are set from each other', change: [AMOUNT, '"label": "Book"', '"label": "Book", "set": { "answers.personalInformation.firstName": { "var": "answers.personalInformation.lastName" }, "answers.personalInformation.lastName": { "var": "answers.personalInformation.firstName" } }'], code: 'cycle', at: '{ "var": "answers.personalInformation.lastName" }', says: /feed each other/, fix: /values\// },
  { what: 'calls that ask again after each other', change: [WAITING, '[{ "call": "getCurrentDate", "as": "state" }]', '[{ "call": "getCurrentDate", "as": "state", "refresh": { "on": ["results.other"] } }, { "call": "getCurrentDate", "as": "other", "refresh": { "on": ["results.state"] } }]'], code: 'cycle', at: '{ "on": ["results.other"] }', says: /asked again after "results.other"/, fix: /answer/ },
  { what: 'a documented answer of an operation that is not there', change: ['schemas/api/answers.json', '{ "operations": { "logMesage": { "ok": {} } } }'], code: 'answers', at: '"logMesage"', says: /no operation "logMesage"/, fix: /logMessage/ },
  { what: 'a documented outcome that is not declared', change: ['schemas/api/answers.json', '{ "operations": { "logMessage": { "okay/variant": {} } } }'], code: 'answers', at: '"okay/variant"', says: /never ends with "okay"/, fix: /"ok"/ },
  { what: 'a documented value of another form', change: ['schemas/api/answers.json', '{ "operations": { "getCurrentDate": { "ok": { "value": 7 } } } }'], code: 'answers', at: '7', says: /value of "getCurrentDate" for "ok" must be string/, fix: /form/ },
  { what: 'a placeholder that is not closed', change: [DONE, '{{values.age}}', '{{values.age}'], code: 'fact', at: '"You are', says: /not closed/, fix: /\{\{name\}\}/ },
  { what: 'a file that names the schema of another kind', change: [RULE, '{ "says"', '{ "$schema": "../../../schemas/meta/step.schema.json", "says"'], code: 'form', at: '"../../../schemas/meta/step.schema.json"', says: /of the kind "rule"/, fix: /rule.schema.json/ },
  { what: 'a number out of a field\'s range', change: [RULE, '{ ">=": [{ "var": "values.age" }, 18] }', '{ ">": [{ "var": "answers.loan.amount" }, 900000] }'], code: 'comparison', at: '900000', says: /900000 is out of range: "answers.loan.amount" is at most 50000/, fix: /up to 50000/, also: [AMOUNT, '"reason": {', '"amount": { "bind": "loan.amount", "label": "Amount", "minimum": 10000, "maximum": 50000 }, "reason": {'] },
  { what: 'a sign-in page that asks for a sign-in', change: [NAME, '"kind": "form",', '"kind": "form",\n"access": "customer",'], code: 'door', at: '"visit/name" },\n  "unknownPath"', says: /only who is signed in may see it/, fix: /public/, in: 'flows/app.json' },
  { what: 'a rule that names itself into the thousands', change: [RULE, '{ ">=": [{ "var": "values.age" }, 18] }', `{ "and": [${Array.from({ length: 80 }, () => '{ "rule": "many" }').join(', ')}] }`], code: 'language', at: '{ "and"', says: /holds \d+ operations/, fix: /fewer/, also: ['flows/visit/rules/many.json', `{ "says": "Very many", "rule": { "or": [${Array.from({ length: 80 }, () => '{ "answered": "answers.visit.day" }').join(', ')}] } }`] },
  { what: 'an input that is no JSON Schema', change: ['schemas/api/operations/logMessage.json', '"logLevel": { "type": "string" }', '"logLevel": { "$ref": "#/definitions/level" }'], code: 'schema', at: '{\n    "type": "object"', says: /input of "logMessage" is no JSON Schema/, fix: /keyword/ },
  { what: 'an answer that is set to what it cannot be', change: [AMOUNT, '"label": "Book"', '"label": "Book", "set": { "answers.visit.reason": "LAON" }'], code: 'set', at: '"LAON"', says: /cannot be "LAON"/, fix: /LOAN/ },
  { what: 'an answer that is set to another type', change: [AMOUNT, '"label": "Book"', '"label": "Book", "set": { "answers.visit.reason": { "var": "values.age" } }'], code: 'set', at: '{ "var": "values.age" }', says: /is string, but is set to number/, fix: /agree/ },
  { what: 'a fact of a brand that is not declared', change: ['brands/oak/brand.json', '"notFoundPage"', '"notFoundPag"'], code: 'brand', at: '"notFoundPag"', says: /not a declared fact/, fix: /notFoundPage/ },
  { what: 'an obligation about a step that is not there', change: ['compliance/obligations/notice.json', '{ "says": "Seen first", "before": { "step": "visit/dnoe" }, "shown": "visit-notice", "citation": "Test" }'], code: 'obligation', at: '"visit/dnoe"', says: /no step "dnoe"/, fix: /done/ },
  { what: 'an obligation about a page that is not there', change: ['compliance/obligations/notice.json', '{ "says": "Passed first", "before": { "step": "visit/done" }, "passed": "visit/nmae", "citation": "Test" }'], code: 'obligation', at: '"visit/nmae"', says: /no step "nmae"/, fix: /visit\/name/ },
  { what: 'an obligation about a page before itself', change: ['compliance/obligations/notice.json', '{ "says": "Passed first", "before": { "step": "visit/done" }, "passed": "visit/done", "citation": "Test" }'], code: 'obligation', at: '"visit/done", "citation"', says: /cannot be passed before/, fix: /earlier/ },
  { what: 'an obligation that asks for two things', change: ['compliance/obligations/notice.json', '{ "says": "Both first", "before": { "step": "visit/done" }, "passed": "visit/name", "shown": "visit-notice", "citation": "Test" }'], code: 'obligation', at: '"passed"', says: /asks for "shown" and "passed"/, fix: /of its own/ },
  { what: 'an obligation that asks for nothing', change: ['compliance/obligations/notice.json', '{ "says": "Nothing", "before": { "step": "visit/done" }, "citation": "Test" }'], code: 'form', at: '{ "says"', says: /does not say what/, fix: /"shown".*"passed".*"holds"/ },
  { what: 'an obligation about a consent nobody gives', change: ['compliance/obligations/notice.json', '{ "says": "Shown first", "before": { "consent": "visit.agred" }, "shown": "visit-notice", "citation": "Test" }'], code: 'obligation', at: '"visit.agred"', says: /No field .* bound to "visit.agred"/, fix: /visit.agreed/ },
  { what: 'an obligation whose rule reads what does not exist', change: ['compliance/obligations/notice.json', '{ "says": "Adult", "before": { "outcome": "visit/booked" }, "holds": { ">=": [{ "var": "values.agee" }, 18] }, "citation": "Test" }'], code: 'fact', at: '"values.agee"', says: /no fact "values.agee"/, fix: /age/ },
  { what: 'an obligation whose rule does not exist', change: ['compliance/obligations/notice.json', '{ "says": "Adult", "before": { "consent": "visit.agreed" }, "holds": "is-adlut", "citation": "Test" }'], code: 'rule', at: '"is-adlut"', says: /no rule "is-adlut"/, fix: /is-adult/ },
  { what: 'an operation whose name is not that of its file', change: ['schemas/api/operations/logMessage.json', '"name": "logMessage"', '"name": "logMesage"'], code: 'operation', at: '"logMesage"', says: /not the name of the file/, fix: /logMessage/ },
  { what: 'a fixture of a step that is not there', change: ['flows/visit/fixtures/a.json', '{ "title": "Books", "brand": "oak", "flow": "visit", "do": [{ "at": "visit/nmae", "press": "continue" }], "expect": {} }'], code: 'fixture', at: '"visit/nmae"', says: /no step "visit\/nmae"/, fix: /visit\/name/ },
  { what: 'a fixture of a flow that is not there', change: ['flows/visit/fixtures/a.json', '{ "title": "Books", "brand": "oak", "flow": "vist", "do": [], "expect": {} }'], code: 'fixture', at: '"vist"', says: /"oak" has no flow "vist"/, fix: /"visit"/ },
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

test.each(mistakes)('names the place and the remedy of $what', ({ change, also, code, at, in: file = change[0], says, fix }) => {
  const found = problemsOf(change, ...(also ? [also] : [])).filter((problem) => problem.code === code && says.test(problem.message));
  expect(found.map((problem) => `${problem.file}:${problem.line}:${problem.column}`)).toContain(placeOf(changed(change), file, at));
  expect(found[0]?.fix).toMatch(fix);
});

test('every check has a mistake that it finds', () => {
  const shown = new Set(mistakes.map((mistake) => mistake.code));
  expect(Object.keys(CHECKS).filter((code) => !shown.has(code))).toEqual([]);
});

describe('what is no mistake', () => {
  const fine: readonly (readonly [what: string, changes: readonly Change[]])[] = [
    ['a number at the limit of its field', [[RULE, '{ ">=": [{ "var": "values.age" }, 18] }', '{ ">=": [{ "var": "answers.loan.amount" }, 50000] }'], [AMOUNT, '"reason": {', '"amount": { "bind": "loan.amount", "label": "Amount", "minimum": 10000, "maximum": 50000 }, "reason": {'], [AMOUNT, '"layout": [', '"layout": ["amount", ']]],
    ['a value no field offers, that an act sets', [[RULE, '{ ">=": [{ "var": "values.age" }, 18] }', '{ "==": [{ "var": "answers.personalInformation.lastName" }, "Known"] }'], [AMOUNT, '"label": "Book"', '"label": "Book", "set": { "answers.personalInformation.lastName": "Known" }'], [NAME, '"birth": {', '"lastName": { "bind": "personalInformation.lastName", "label": "Last", "enum": ["Other"], "when": { "answered": "answers.personalInformation.firstName" } }, "birth": {'], [NAME, '["firstName"', '["firstName", "lastName"']]],
    ['an answer that grows with each press', [[AMOUNT, '"label": "Book"', '"label": "Book", "set": { "answers.loan.amount": { "var": "values.more" } }'], ['flows/visit/values/more.json', '{ "says": "More", "type": "integer", "value": { "+": [{ "var": "answers.loan.amount" }, 9] } }']]],
    ['an answer proposed from the one it will become', [[NAME, '"maxLength": 40', '"maxLength": 40, "default": { "var": "answers.personalInformation.lastName" }'], [NAME, '"birth": {', '"lastName": { "bind": "personalInformation.lastName", "label": "Last" }, "birth": {'], [NAME, '["firstName"', '["firstName", "lastName"'], [AMOUNT, '"label": "Book"', '"label": "Book", "set": { "answers.personalInformation.lastName": { "var": "answers.personalInformation.firstName" } }']]],
    ['a pattern with separators inside a repetition', [[NAME, '"maxLength": 40', '"maxLength": 200, "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"']]],
    ['a date held against a date', [[RULE, '{ ">=": [{ "var": "values.age" }, 18] }', '{ ">": [{ "var": "answers.personalInformation.dateOfBirth" }, "1900-01-01"] }']]],
  ];
  test.each(fine)('%s', (_, changes) => {
    expect(problemsOf(...changes)).toEqual([]);
  });
});
