// name: the column in the tables; page: the built page
export const ENTRIES = [
  { name: 'ours', page: 'ours', title: 'this product: the step page over a compiled flow' },
  { name: 'dom', page: 'dom', title: 'plain DOM (limit)' },
  { name: 'react-plain', page: 'react-plain', title: 'plain React, uncontrolled (floor)' },
  { name: 'rhf-zod', page: 'rhf-zod', title: 'React Hook Form + zod' },
  { name: 'rjsf', page: 'rjsf', title: 'rjsf, ajv at run time' },
  { name: 'rjsf-pre', page: 'rjsf-pre', title: 'rjsf, precompiled validator' },
  { name: 'jsonforms', page: 'jsonforms', title: 'JSON Forms + vanilla renderers' },
  { name: 'survey', page: 'survey', title: 'SurveyJS (survey-react-ui)' },
  { name: 'formio', page: 'formio', title: 'Form.io (@formio/js)' },
  { name: 'formjs', page: 'formjs', title: 'bpmn-io form-js viewer' },
];
export const FLOOR = 'react-plain';
export const SIZES = [10, 30, 100, 300];
