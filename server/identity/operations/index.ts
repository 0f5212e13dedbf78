/** Every request of the protocol, by the name its operation gives it (`schemas/api/operations`, `requests`). */
import type { RequestName } from '../requests.ts';
import * as account from './account.ts';
import * as acting from './acting.ts';
import type { Handler } from './operation.ts';
import * as recovery from './recovery.ts';
import * as session from './session.ts';
import * as signIn from './sign-in.ts';
import * as signUp from './sign-up.ts';

export const handlers: { readonly [Name in RequestName]: Handler<Name> } = {
  SignUp: signUp.signUp,
  ConfirmSignUp: signUp.confirmSignUp,
  ResendConfirmationCode: signUp.resendConfirmationCode,
  'InitiateAuth USER_SRP_AUTH': signIn.begin,
  'InitiateAuth CUSTOM_AUTH SRP_A': signIn.begin,
  'InitiateAuth CUSTOM_AUTH': signIn.beginByCode,
  'InitiateAuth USER_PASSWORD_AUTH': signIn.byPassword,
  'InitiateAuth REFRESH_TOKEN_AUTH': session.refresh,
  'RespondToAuthChallenge PASSWORD_VERIFIER': signIn.answerProof,
  'RespondToAuthChallenge CUSTOM_CHALLENGE': signIn.answerCode,
  'RespondToAuthChallenge NEW_PASSWORD_REQUIRED': signIn.answerNewPassword,
  SingleSignOn: signIn.singleSignOn,
  ActAs: acting.actAs,
  StopActing: acting.stopActing,
  GetTokensFromRefreshToken: session.getTokensFromRefreshToken,
  RevokeToken: session.revokeToken,
  GlobalSignOut: session.globalSignOut,
  GetUser: account.getUser,
  UpdateUserAttributes: account.updateUserAttributes,
  GetUserAttributeVerificationCode: account.getUserAttributeVerificationCode,
  'VerifyUserAttribute email': account.verifyEmail,
  'VerifyUserAttribute phone_number': account.verifyPhone,
  ChangePassword: account.changePassword,
  ForgotPassword: recovery.forgotPassword,
  ConfirmForgotPassword: recovery.confirmForgotPassword,
};
