/**
 * Whether somebody holds the phone of a number: the device opens an address over its own network, and the network says
 * whose line it came from. The provider is Boku, whose name for the address is EVURL; what it is asked and when a
 * result is there: https://www.twilio.com/docs/mobile-identity (Silent Network Auth, which is Boku's).
 */

/** What a check is opened and asked for by. */
export interface PhoneCheck {
  /** Where the device goes, over its own network and within `phoneCheckSeconds`. */
  readonly url: string;
  readonly key: string;
}

export interface PhoneNetworks {
  /**
   * @param phone `+1` and ten digits
   * @param returnTo where the provider leads the device that opened the address
   * @returns undefined where the provider does not answer, or knows no network of this number
   */
  begin(phone: string, returnTo: string): Promise<PhoneCheck | undefined>;
  /** Whether the device that opened the address was on the line of this number; false while none opened it. */
  isLineOf(key: string, phone: string): Promise<boolean>;
}

/** An address of the provider is good for ten minutes. */
export const phoneCheckSeconds = 600;
