/**
 * What a client of the identity service may be told; named as Amazon Cognito names it, because its client library tells
 * them apart by name.
 */
export class IdentityProblem extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.name = 'IdentityProblem';
    this.type = type;
  }
}

const problem = (type: string, message: string) => (): IdentityProblem => new IdentityProblem(type, message);

export const problems = {
  wrongCredentials: problem('NotAuthorizedException', 'Incorrect username or password.'),
  locked: problem('NotAuthorizedException', 'Password attempts exceeded'),
  disabled: problem('NotAuthorizedException', 'User is disabled.'),
  wrongSession: problem('NotAuthorizedException', 'Invalid session for the user.'),
  wrongToken: problem('NotAuthorizedException', 'Invalid Access Token'),
  notAdmin: problem('NotAuthorizedException', 'Not admin'),
  unknownCustomer: problem('UserNotFoundException', 'No customer has this email.'),
  wrongSignOn: problem('NotAuthorizedException', 'SSO Error'),
  endedToken: problem('NotAuthorizedException', 'Access Token has been revoked'),
  endedSession: problem('NotAuthorizedException', 'Refresh Token has been revoked'),
  wrongCode: problem('CodeMismatchException', 'Invalid verification code provided, please try again.'),
  expiredCode: problem('ExpiredCodeException', 'Invalid code provided, please request a code again.'),
  limit: problem('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
  userExists: problem('UsernameExistsException', 'An account with the given email already exists.'),
  aliasExists: problem('AliasExistsException', 'An account with the given email already exists.'),
  notConfirmed: problem('UserNotConfirmedException', 'User is not confirmed.'),
  resetRequired: problem('PasswordResetRequiredException', 'Password reset required for the user'),
  unknownClient: problem('ResourceNotFoundException', 'User pool client does not exist.'),
  parameter: (message: string) => new IdentityProblem('InvalidParameterException', message),
  trigger: (name: string, reason: string) =>
    new IdentityProblem('UserLambdaValidationException', `${name} failed with error ${reason}.`),
  password: (message: string) => new IdentityProblem('InvalidPasswordException', message),
  unknownOperation: (name: string) =>
    new IdentityProblem('UnknownOperationException', `There is no operation ${JSON.stringify(name.slice(0, 60))}.`),
} as const;
