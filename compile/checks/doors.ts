/** Where signed-out people are sent to sign in must be open to them. */
import { isObject, member, text } from '../json-types.ts';
import { at, type Check } from './check.ts';

export const doors: Check = {
  *scene({ flow: inFlow, brand }) {
    const signIn = brand.app['signIn'];
    const to = text(member(signIn, 'to'));
    if (inFlow || !isObject(signIn) || to === undefined) return;
    const [flowId = '', stepId = ''] = to.split('/');
    const flow = brand.flows[flowId];
    const step = flow?.steps[stepId];
    const access = step?.['access'] ?? flow?.flow['access'];
    if (step && access !== 'public')
      yield at(signIn, 'to', {
        message: `People are sent to "${to}" to sign in, but only who is signed in may see it ("access": ${JSON.stringify(access)}).`,
        fix: 'Give the step "access": "public", or lead to another.',
      });
  },
};
