/** Every operation, by the name it has in the protocol (`x-amz-target: AWSCognitoIdentityProviderService.<name>`). */
import * as account from './account.ts';
import type { IdentityAction } from './operation.ts';
import * as recovery from './recovery.ts';
import * as signIn from './sign-in.ts';
import * as signUp from './sign-up.ts';

export const operations: Readonly<Record<string, IdentityAction>> = {
  SignUp: signUp.signUp,
  ConfirmSignUp: signUp.confirmSignUp,
  ResendConfirmationCode: signUp.resendConfirmationCode,
  InitiateAuth: signIn.initiateAuth,
  RespondToAuthChallenge: signIn.respondToAuthChallenge,
  GetTokensFromRefreshToken: account.getTokensFromRefreshToken,
  RevokeToken: account.revokeToken,
  GlobalSignOut: account.globalSignOut,
  GetUser: account.getUser,
  UpdateUserAttributes: account.updateUserAttributes,
  GetUserAttributeVerificationCode: account.getUserAttributeVerificationCode,
  VerifyUserAttribute: account.verifyUserAttribute,
  ChangePassword: account.changePassword,
  ForgotPassword: recovery.forgotPassword,
  ConfirmForgotPassword: recovery.confirmForgotPassword,
};
