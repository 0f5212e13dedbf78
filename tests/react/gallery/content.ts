/**
 * Content that shows every control and block once: joining a library. It has nothing to do with lending, on purpose.
 */
import type { Json } from '../../../runtime/core/facts.ts';
import { oneBrand } from '../../harness/one-brand.ts';

const text = (bind: string, label: string, more: Readonly<Record<string, Json>> = {}): Json => ({
  bind: `member.${bind}`,
  type: 'string',
  label,
  messages: { required: `Enter ${label.toLowerCase()}`, invalid: `${label} is not right` },
  ...more,
});

const files: Readonly<Record<string, Json>> = {
  'flows/join/flow.json': {
    id: 'join',
    title: 'Join the library',
    base: '/join',
    access: 'public',
    saves: 'none',
    start: 'about',
    line: ['about', 'reading', 'review', 'welcome'],
    stages: [
      { id: 'you', title: 'About you' },
      { id: 'reading', title: 'Your reading' },
      { id: 'check', title: 'Check' },
      { id: 'done', title: 'Welcome' },
    ],
    outcomes: ['joined'],
    locks: [
      {
        when: { '==': [{ var: 'application.status' }, 'SENT'] },
        answers: ['*'],
        why: 'Your card is being printed. What it says can no longer be changed.',
      },
    ],
    answers: {
      type: 'object',
      properties: {
        member: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            email: { type: 'string' },
            phone: { type: 'string' },
            password: { type: 'string' },
            born: { type: 'string' },
            number: { type: 'string' },
            branch: { type: 'string' },
            nickname: { type: 'string' },
            pledge: { type: 'integer' },
            books: { type: 'integer' },
            kind: { type: 'string' },
            code: { type: 'string' },
            rules: { type: 'boolean' },
            school: { type: 'string' },
            family: { type: 'array', items: { type: 'object' } },
            genres: { type: 'array', items: { type: 'string' } },
            wishes: { type: 'string' },
            since: { type: 'string' },
            loans: {
              type: 'array',
              items: { type: 'object', properties: { title: { type: 'string' }, due: { type: 'string' } } },
            },
          },
        },
      },
    },
  },
  'flows/join/steps/about.json': {
    id: 'about',
    kind: 'form',
    path: 'about',
    stage: 'you',
    title: 'Tell us about yourself',
    fields: {
      name: text('name', 'Full name', {
        control: 'text',
        minLength: 2,
        autocomplete: 'name',
        normalise: ['trim'],
        examples: ['Ana Ortiz'],
      }),
      nickname: text('nickname', 'Nickname', {
        control: 'text',
        required: false,
        hint: 'What we call you at the desk.',
      }),
      email: text('email', 'Email', {
        control: 'email',
        format: 'email',
        autocomplete: 'email',
        normalise: ['trim', 'lower'],
        examples: ['ana@example.org'],
      }),
      phone: text('phone', 'Mobile phone', {
        control: 'tel',
        pattern: '^[0-9]{10}$',
        mask: '(999) 999-9999',
        normalise: ['national'],
        autocomplete: 'tel',
        examples: ['8165550142'],
      }),
      password: text('password', 'Password', {
        control: 'password',
        minLength: 8,
        keep: 'never',
        autocomplete: 'new-password',
        hint: 'At least 8 characters.',
        examples: ['long enough 1'],
      }),
      born: text('born', 'Date of birth', {
        control: 'date',
        format: 'date',
        autocomplete: 'bday',
        hint: 'For example, 4 27 1990',
        examples: ['1990-04-27'],
      }),
      number: text('number', 'Social Security number', {
        control: 'ssn',
        pattern: '^[0-9]{9}$',
        normalise: ['digits'],
        sensitive: true,
        reveal: 'lastFour',
        examples: ['219099999'],
      }),
    },
    layout: [
      { note: 'Joining takes about three minutes. You can stop at any time, or call {{brand.phoneNumber}}.' },
      'name',
      'nickname',
      { group: ['email', 'phone'], title: 'How we reach you' },
      'password',
      'born',
      'number',
    ],
    actions: [
      { id: 'continue', label: 'Continue', busyLabel: 'Saving', style: 'primary' },
      {
        id: 'ask',
        label: 'Ask at the desk',
        style: 'link',
        validates: false,
        calls: [{ call: 'version', as: 'version' }],
      },
    ],
  },
  'flows/join/steps/reading.json': {
    id: 'reading',
    kind: 'form',
    path: 'reading',
    stage: 'reading',
    title: 'What would you like to read?',
    fields: {
      kind: text('kind', 'Kind of card', {
        control: 'radio',
        enum: ['adult', 'student'],
        choices: [
          { value: 'adult', label: 'Adult', hint: 'Ten books for three weeks.' },
          { value: 'student', label: 'Student', hint: 'Twenty books for six weeks.' },
        ],
      }),
      school: text('school', 'Name of your school', {
        control: 'text',
        when: { '==': [{ var: 'answers.member.kind' }, 'student'] },
      }),
      family: {
        bind: 'member.family',
        type: 'array',
        maxItems: 3,
        label: 'Who else reads with your card',
        hint: 'Up to three people of your household.',
        required: false,
        options: { item: 'Reader', add: 'Add a reader' },
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', minLength: 2, title: 'Name of the reader' },
            age: { type: 'integer', minimum: 0, maximum: 120, title: 'Age', description: 'In whole years.' },
            shelf: { enum: ['children', 'grown-ups'], title: 'Shelf' },
            returns: { type: 'boolean', title: 'May return books for me' },
          },
          required: ['name', 'age'],
        },
        messages: { invalid: 'Give each reader a name and an age' },
      },
      genres: {
        bind: 'member.genres',
        type: 'array',
        label: 'What you like',
        required: false,
        choices: [
          { value: 'crime', label: 'Crime' },
          { value: 'poems', label: 'Poems', hint: 'Of all ages.' },
          { value: 'none', label: 'None of these', exclusive: true },
        ],
      },
      wishes: text('wishes', 'Your wishes', { control: 'textarea', maxLength: 200, required: false }),
      since: text('since', 'Since when you read', {
        control: 'date',
        format: 'date',
        mask: '9/9/9999',
        required: false,
      }),
      loans: {
        bind: 'member.loans',
        type: 'array',
        label: 'Books you have at home',
        required: false,
        maxItems: 3,
        item: {
          name: 'book',
          title: '{{item.title}}',
          fields: {
            title: { bind: 'title', type: 'string', label: 'Its title', messages: { required: 'Enter the title' } },
            due: { bind: 'due', type: 'string', label: 'Back by', messages: { required: 'Enter the day' } },
          },
        },
      },
      branch: text('branch', 'Branch', {
        control: 'select',
        enum: ['north', 'south'],
        choices: [
          { value: 'north', label: 'North' },
          { value: 'south', label: 'South' },
        ],
      }),
      pledge: {
        bind: 'member.pledge',
        type: 'integer',
        minimum: 100,
        maximum: 500000,
        control: 'money',
        options: { unit: 'cents' },
        label: 'Yearly gift',
        required: false,
        messages: { invalid: 'Enter whole dollars' },
      },
      books: {
        bind: 'member.books',
        type: 'integer',
        minimum: 1,
        maximum: 20,
        control: 'number',
        label: 'Books a month',
        messages: {
          required: 'Enter how many books you read',
          minimum: 'Enter at least 1',
          invalid: 'Enter a number from 1 to 20',
        },
      },
      code: text('code', 'Code from your letter', {
        control: 'code',
        pattern: '^[0-9]{6}$',
        autocomplete: 'one-time-code',
        keep: 'never',
        examples: ['123456'],
      }),
      rules: {
        bind: 'member.rules',
        type: 'boolean',
        const: true,
        control: 'checkbox',
        label: 'I have read the house rules and keep them',
        messages: { required: 'Tick the box to agree to the house rules' },
      },
    },
    layout: [
      'kind',
      'school',
      'branch',
      'pledge',
      'books',
      'code',
      'genres',
      'wishes',
      'since',
      'loans',
      { warning: 'Late books cost 25 cents a day.' },
      { disclosure: 'house-rules', consent: 'rules' },
      'family',
      { link: 'I already have a card', to: 'welcome' },
    ],
    actions: [
      { id: 'continue', label: 'Continue', busyLabel: 'Saving', style: 'primary', confirm: 'sure' },
      { id: 'later', label: 'Do this later', style: 'link', validates: false, next: [{ to: 'welcome' }] },
      {
        id: 'ask',
        label: 'Ask at the desk',
        style: 'link',
        validates: false,
        calls: [{ call: 'version', as: 'version' }],
      },
    ],
  },
  'flows/join/dialogs/sure.json': {
    id: 'sure',
    title: 'Is everything right?',
    layout: [{ copy: 'We print your card as soon as you continue.' }],
    actions: [
      { id: 'yes', label: 'Yes, continue', style: 'primary' },
      { id: 'no', label: 'Not yet', style: 'secondary' },
    ],
  },
  'flows/join/steps/review.json': {
    id: 'review',
    kind: 'form',
    path: 'review',
    stage: 'check',
    title: 'Check your answers',
    fields: {},
    layout: [{ summary: ['about', 'reading'] }],
    actions: [{ id: 'join', label: 'Join the library', busyLabel: 'Joining', style: 'primary' }],
  },
  'flows/join/steps/welcome.json': {
    id: 'welcome',
    kind: 'form',
    path: 'welcome',
    stage: 'done',
    title: 'Welcome',
    fields: {},
    layout: [{ copy: 'Welcome, {{answers.member.name}}.' }],
    outcome: 'joined',
  },
};

const start = [{ to: 'join/about' }];

/** The gallery's content files. */
export const gallery: Readonly<Record<string, string>> = oneBrand({
  brand: 'library',
  name: 'Reading Room',
  flow: 'join',
  app: {
    home: start,
    afterSignIn: start,
    signIn: { to: 'join/about' },
    header: {
      links: [
        { text: 'Opening hours', leave: 'root' },
        { text: 'Our shops', leave: 'root' },
      ],
    },
    footer: { disclosures: ['house-rules'], links: [{ text: 'Find a branch', leave: 'root' }] },
  },
  files,
});
