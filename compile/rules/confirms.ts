/** Which button of a dialog lets the one that asked go on. */
import { at, atKey, type CompileRule } from '../checks/check.ts';
import { isObject, list, text } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['confirms'],
  severity: 'refused',
  says: 'A button of a page says that it confirms, which a button of a dialog does; or a dialog that asks first has no button with which one goes on.',
  remedy:
    'Say "confirms" of the button of the dialog with which the one that asked goes on, or make that button "primary".',
  bad: [['flows/loan/steps/about.json', '"id": "continue",', '"id": "continue", »"confirms": true,']],
  good: [
    [
      'flows/loan/dialogs/terms.json',
      '{ "id": "terms", "title": "Sure?", "layout": [], "actions": [{ "id": "no", "label": "No" }, { "id": "yes", "label": "Yes", "style": "secondary", "confirms": true }] }',
    ],
    ['flows/loan/steps/about.json', '"id": "continue",', '"id": "continue", "confirm": "terms",'],
  ],
  *find({ source }) {
    for (const { steps, dialogs } of Object.values(source.flows))
      for (const step of Object.values(steps))
        for (const action of list(step['actions']).filter(isObject)) {
          if (action['confirms'] !== undefined)
            yield atKey(action, 'confirms', {
              message: 'Nothing asks here: a button of a dialog confirms the button that opened it.',
              fix: 'Take it out, or say it of a button of the dialog.',
            });
          const dialog = dialogs[text(action['confirm']) ?? ''];
          const buttons = list(dialog?.['actions']).filter(isObject);
          if (
            buttons.length > 0 &&
            !buttons.some((one) => one['confirms'] === true || (one['style'] ?? 'primary') === 'primary')
          )
            yield at(action, 'confirm', {
              message: `No button of the dialog "${String(action['confirm'])}" lets this one go on.`,
              fix: 'Say "confirms": true of one of them.',
            });
        }
  },
};
