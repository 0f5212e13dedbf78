// Made from schemas/api/operations/*.json by `npm run types`; a test holds it to them. Do not edit.
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

/** Each operation of the API: its input, the value of a good answer, its outcomes. */
export interface Operations {
  readonly actAs: {
    readonly input: {
      readonly email: string;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'NOT_ADMIN' | 'NOT_FOUND' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly application: {
    readonly input: {
      readonly id: string;
    };
    readonly value: null | {
      readonly id?: string;
      readonly draft?: string | null;
      readonly applicationType?: string;
      readonly status?: string;
      readonly applicationState?: {
        readonly id?: string;
        readonly status?: string;
        readonly applicationState?: string;
        readonly isPendingDocuments?: boolean;
        readonly isPendingEsign?: boolean;
        readonly isEsignDisabled?: boolean;
        readonly eSignDisabledReasons?: readonly string[];
        readonly eSignDisabledUntilDate?: string | null;
        readonly offeredAmount?: number | null;
        readonly reasons?: readonly {
          readonly code: string;
          readonly text: string;
        }[];
      };
      readonly stateCode?: string | null;
      readonly channel?: string;
      readonly preferredProductCode?: string | null;
      readonly loanApplicationProgress?: {
        readonly applicationUrl?: string | null;
      } | null;
      readonly createdAt?: string;
      readonly modifiedAt?: string;
      readonly flow?: string;
      readonly definition?: string;
      readonly revision?: number;
      readonly answers?: JsonObject;
      readonly journey?: JsonObject;
      readonly results?: JsonObject;
      readonly applicationSource?: 'SAGA_APPLICATION_ONLINE' | 'SAGA_APPLICATION_ONLINE_LEGACY';
      readonly applicationNumber?: string;
      readonly source?: string | null;
      readonly campaignId?: string | null;
      readonly ipAddress?: string | null;
      readonly invalidPrecheck?: boolean;
      readonly retailOnly?: boolean;
      readonly onlineOnly?: boolean;
      readonly suppressedBrands?: readonly string[];
      readonly userInformation?: {
        readonly email: string | null;
      };
      readonly storeInformation?: {
        readonly storeNumber: string | null;
        readonly brandName: string;
      };
      readonly applicationStateDetails?: {
        readonly submissionFlow: string;
      };
      readonly externalSystemInformation?: {
        readonly source: string | null;
        readonly customerCode: string | null;
      };
      readonly initialApplicationDetails?: {
        readonly stateCode: string | null;
        readonly product: {
          readonly productCode: string | null;
          readonly channel: string;
        };
      };
      readonly conversionDetails?: {
        readonly loanNumber: string;
        readonly productCode: string | null;
        readonly payoffAmount: number | null;
      } | null;
      readonly originalLoanDetails?: {
        readonly loanNumber: string;
        readonly productCode: string;
        readonly payoffAmount: number;
        readonly dueDate: string | null;
        readonly principal: number;
        readonly totalAmountDue: number;
        readonly loanDisplayNumber: string;
        readonly sourceSystem: string | null;
        readonly originalLoanTerm: number;
        readonly financeCharge: number;
      } | null;
      readonly customerInformation?: {
        readonly contactInformation: {
          readonly address: {
            readonly addressLine1: string;
            readonly addressLine2: string;
            readonly cityName: string;
            readonly stateCode: string;
            readonly zipCode: string;
          };
          readonly phones: readonly {
            readonly type: string | null;
            readonly number: string;
            readonly extension: string | null;
            readonly phonePreference: string | null;
          }[];
          readonly emails: readonly {
            readonly type: string;
            readonly email: string;
            readonly verified: boolean;
          }[];
        };
        readonly bankingInformation: {
          readonly isReadOnly: boolean;
          readonly routingNumber: string | null;
          readonly accountNumber: string | null;
          readonly accountHoldersName: string | null;
          readonly accountBalance: number | null;
          readonly bankName: string | null;
          readonly accountOpenDate: string | null;
        };
      };
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly applicationState: {
    readonly input: {
      readonly id: string;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'UNSUBMITTED' | 'SUBMITTING' | 'COMPLETED_PRODUCT_SELECTION' | 'PENDING_ASSET_REPORT_DOWNLOAD' | 'PENDING_SAS_CALL_1' | 'PENDING_BRFR' | 'PENDING_UNDERWRITING' | 'SUBMIT_APPROVED' | 'SUBMIT_DENIED' | 'SUBMIT_ERROR' | 'CANEBAY_DUPLICATE' | 'PENDING_PRODUCT_SELECTION' | 'PENDING_ESIGN' | 'ESIGNING' | 'PENDING_ESIGN_VALIDATIONS' | 'PENDING_ESIGN_DOCUMENT_UPLOAD' | 'PENDING_ORIGINATION' | 'ORIGINATED' | 'ESIGN_ERROR' | 'ESIGN_RECALCULATED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly auth: {
    readonly input: {
      readonly email: string;
      readonly blackBox?: string;
      readonly type: 'failedLogin' | 'forgotPassword';
      readonly flags?: {
        readonly enablePasswordlessFlow?: boolean;
      };
    };
    readonly value: {
      readonly results?: 'DENIED' | 'FAILED_P' | 'ok';
    };
    readonly outcome: 'ok' | 'DENIED' | 'FAILED_P' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly authAttributes: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly email: string;
      readonly isPasswordless?: boolean;
      readonly isCoreCustomer?: boolean;
      readonly isLegacyAuthenticated?: boolean;
      readonly isReturningCustomer?: boolean;
      readonly boCode?: string;
      readonly retailBoCode?: string;
      readonly loanProCustomerId?: string;
      readonly qFundCustomerId?: string;
      readonly signInResult?: string;
      readonly source?: string;
      readonly brand?: string;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly authentication: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly email: string | null;
      readonly adminEmail: string | null;
      readonly isAuthenticated: boolean;
      readonly isLegacyAuthenticated: boolean;
      readonly isAuthenticating: boolean;
      readonly isAdmin: boolean;
      readonly isReturningCustomer: boolean;
      readonly isRetailReturning: boolean;
      readonly isCoreCustomer: boolean;
      readonly error: string | null;
      readonly boCode: string | null;
      readonly retailBoCode: string | null;
      readonly loanProCustomerId: string | null;
      readonly qFundCustomerId: string | null;
      readonly transient: boolean;
      readonly firstName: string | null;
      readonly lastName: string | null;
      readonly isEnrollment: boolean;
      readonly customSource: string | null;
      readonly customBrand: string | null;
      readonly hasOnlinePendingOrigination: boolean;
      readonly hasPendingApplication: boolean;
      readonly pendingApplicationBrand: string | null;
      readonly customerType: string;
      readonly stateCode: string | null;
      readonly channel: string | null;
      readonly isPasswordless: boolean;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly beginEnrollment: {
    readonly input: {
      readonly firstName: string;
      readonly lastName: string;
      readonly dateOfBirth: string;
      readonly ssn: string;
      readonly emailAddress: string;
    };
    readonly value: {
      readonly enrollmentId: string;
      readonly step: 'SEARCH_ENROLLMENT' | 'APPROVED' | 'DENIED' | 'ERROR' | 'NEEDS_RESIDENTIAL_INFO' | 'NEEDS_OTP_VERIFICATION' | 'NEEDS_EMAIL_VERIFICATION' | 'THANK_YOU';
      readonly result: 'CUSTOMER_NOT_FOUND' | 'EMAIL_FAILED' | 'EMAIL_INELIGIBLE' | 'EMAIL_VERIFIED' | 'OTP_FAILED' | 'OTP_VERIFIED' | 'USER_ALREADY_EXISTS' | null;
      readonly phone: string | null;
    };
    readonly outcome: 'ok' | 'NEEDS_OTP_VERIFICATION' | 'NEEDS_RESIDENTIAL_INFO' | 'DENIED' | 'ERROR' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly changeAccount: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly changePassword: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly cloneApplicationBase: {
    readonly input: {
      readonly id: string;
      readonly brand: string;
      readonly suppressedBrand?: string;
      readonly suppressedChannel?: 'ONLINE' | 'RETAIL';
    };
    readonly value: {
      readonly id: string;
      readonly applicationType: string;
      readonly status: string;
    };
    readonly outcome: 'ok' | 'NOT_OFFERED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly cloneApprovedLeadApplication: {
    readonly input: {
      readonly id: string;
    };
    readonly value: {
      readonly id: string;
      readonly applicationType: string;
      readonly status: string;
    };
    readonly outcome: 'ok' | 'NOT_OFFERED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly conditionallyApprovedApplication: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly id: string;
      readonly storeInformation: {
        readonly storeNumber: string;
      };
      readonly retailStatus: string;
      readonly approvedAt: string;
      readonly daysLeft: number;
      readonly daysElapsed: number;
      readonly preferredProductCode: string;
      readonly channel: string;
    } | null;
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly confirmForgotPassword: {
    readonly input: {
      readonly email: string;
      readonly code: string;
      readonly password: string;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'REFUSED' | 'INVALID' | 'COMMON' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly confirmSignUp: {
    readonly input: {
      readonly email: string;
      readonly code: string;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'MISMATCH' | 'EXPIRED' | 'TOO_MANY' | 'SIGN_IN_NEEDED' | 'RESET_NEEDED' | 'USER_EXISTS' | 'OTHER' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly conversionOffers: {
    readonly input: {
      readonly customerCode?: string;
    };
    readonly value: {
      readonly customerCode: string;
      readonly conversionTypes: readonly ('CONVERT' | 'REFINANCE')[];
      readonly offered: string;
      readonly plans: readonly {
        readonly name: string;
        readonly amount: number;
        readonly charge: number;
        readonly total: number;
        readonly apr: number;
        readonly loanFeeAmount: number;
        readonly payoffAmount: number;
        readonly loanDueDate: string;
        readonly newDueDate: string;
        readonly numberOfPayments: number;
        readonly paymentFrequency: string;
      }[];
      readonly conversionDetails: {
        readonly loanNumber: string;
        readonly productCode?: string | null;
        readonly payoffAmount?: number | null;
      } | null;
    };
    readonly outcome: 'ok' | 'SEVERAL' | 'CONVERT' | 'REFINANCE' | 'NONE' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly convertApplicationTypeToConversion: {
    readonly input: {
      readonly id: string;
      readonly loanApplicationDetails: {
        readonly type?: 'CONVERT' | 'REFINANCE';
        readonly amount?: number;
        readonly option?: 'repayOriginal' | 'repayAndReduce' | 'repayAndBorrow';
        readonly payback?: number;
        readonly additional?: number;
      };
    };
    readonly value: {
      readonly principal: number;
      readonly amountFinanced: number;
      readonly financeCharge: number;
      readonly apr: number;
      readonly totalOfPayments: number;
      readonly payments: readonly {
        readonly dueDate: string;
        readonly amount: number;
      }[];
      readonly loanNumber: string;
      readonly payoffAmount: number;
      readonly payback: number;
      readonly paidByNewLoan: number;
      readonly feeOfChange: number;
      readonly cashToCustomer: number;
      readonly borrower: string;
      readonly accountLastFour: string;
      readonly depositOn: string;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'GONE' | 'OUT_OF_RANGE' | 'PAYBACK_OUT_OF_RANGE' | 'ADDITION_OUT_OF_RANGE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly convertLoanDetails: {
    readonly input: {
      readonly customerCode: string;
    };
    readonly value: {
      readonly customerCode: string;
      readonly loanNumber: string;
      readonly loanAmount: number;
      readonly loanDueDate: string;
      readonly loanFeeAmount: number;
      readonly newDueDate: string;
      readonly financeCharge: number;
      readonly payoffAmount: number;
      readonly paymentFrequency: string;
      readonly minimum: number;
      readonly maximum: number;
      readonly interval: number;
      readonly numberOfPayments: number;
      readonly apr: number;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'GONE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly createApplication: {
    readonly input: {
      readonly application: {
        readonly flow: string;
        readonly definition?: string;
        readonly channel?: 'ONLINE';
        readonly campaignId?: string;
      };
      readonly cmsData?: {
        readonly campaignId?: string;
      };
    };
    readonly value: {
      readonly id?: string;
      readonly draft?: string | null;
      readonly applicationType?: string;
      readonly status?: string;
      readonly applicationState?: {
        readonly id?: string;
        readonly status?: string;
        readonly applicationState?: string;
        readonly isPendingDocuments?: boolean;
        readonly isPendingEsign?: boolean;
        readonly isEsignDisabled?: boolean;
        readonly eSignDisabledReasons?: readonly string[];
        readonly eSignDisabledUntilDate?: string | null;
        readonly offeredAmount?: number | null;
        readonly reasons?: readonly {
          readonly code: string;
          readonly text: string;
        }[];
      };
      readonly stateCode?: string | null;
      readonly channel?: string;
      readonly preferredProductCode?: string | null;
      readonly loanApplicationProgress?: {
        readonly applicationUrl?: string | null;
      } | null;
      readonly createdAt?: string;
      readonly modifiedAt?: string;
      readonly flow?: string;
      readonly definition?: string;
      readonly revision?: number;
      readonly answers?: JsonObject;
      readonly journey?: JsonObject;
      readonly results?: JsonObject;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly createConversionDenial: {
    readonly input: {
      readonly id: string;
    };
    readonly value: {
      readonly reasons: readonly {
        readonly code: string;
        readonly text: string;
      }[];
      readonly report: {
        readonly agency: string;
        readonly address: string;
        readonly phone: string;
        readonly score: {
          readonly value: number;
          readonly lowest: number;
          readonly highest: number;
          readonly on: string;
          readonly factors: string;
        };
      } | null;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly createPlaidToken: {
    readonly input: {
      readonly id: string;
      readonly clientName: string;
      readonly linkCustomizationName: string;
      readonly redirectUrl: string;
    };
    readonly value: {
      readonly link_token: string;
      readonly expiration: string;
      readonly request_id: string;
    };
    readonly outcome: 'ok' | 'PLAID_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly createReturningApplication: {
    readonly input: {
      readonly applicationType: 'CONVERSION' | 'LOAN_MODIFICATION' | 'REFINANCE' | 'STANDARD' | 'EPP';
      readonly brandName: string;
      readonly isGPCEnabled?: boolean;
      readonly loanApplicationDetails?: {
        readonly productCode?: 'PDL' | 'ILP' | 'CLP' | 'DUAL' | 'RETAIL_ILP' | 'BANK_ILP' | 'SLP' | 'RLP' | 'OCLP' | 'NDD' | 'EFT';
      };
    };
    readonly value: {
      readonly id: string;
      readonly applicationType: string;
      readonly status: string;
    };
    readonly outcome: 'ok' | 'NOTHING_KNOWN' | 'NOT_OFFERED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly customerSsnSearch: {
    readonly input: {
      readonly ssn: string;
    };
    readonly value: {
      readonly next: 'ENROLL' | 'GO_ON';
      readonly hasOpenApplication: boolean;
      readonly isReturningRetailCustomer: boolean;
      readonly isReturningCustomer: boolean;
      readonly isCoreCustomer: boolean;
      readonly hasRetailPresence: boolean;
      readonly hasOnlinePendingOrigination: boolean;
      readonly hasPendingApplication: boolean;
      readonly pendingApplicationBrand: string | null;
      readonly names: {
        readonly firstName: string | null;
        readonly lastName: string | null;
      };
      readonly customerInformation: {
        readonly personalInformation: {
          readonly firstName: string | null;
          readonly lastName: string | null;
        };
        readonly contactInformation: {
          readonly address: {
            readonly stateCode: string | null;
          };
        };
      };
    };
    readonly outcome: 'ok' | 'ENROLL' | 'GO_ON' | 'NO_APPLICATION' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly customerSystemSearch: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly email: string;
      readonly isReturningCustomer: boolean;
      readonly isRetailReturning: boolean;
      readonly isCoreCustomer: boolean;
      readonly isLegacyAuthenticated: boolean;
      readonly boCode: string | null;
      readonly retailBoCode: string | null;
      readonly loanProCustomerId: string | null;
      readonly qFundCustomerId: string | null;
      readonly hasOnlinePendingOrigination: boolean;
      readonly hasPendingApplication: boolean;
      readonly pendingApplicationBrand: string | null;
      readonly customerType: 'NEW' | 'OMNI_RETURNING' | 'ONLINE_RETURNING' | 'RETAIL_RETURNING';
      readonly stateCode: string | null;
      readonly channel: 'ONLINE' | 'RETAIL' | null;
    } | null;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly decrypt: {
    readonly input: {
      readonly value: string;
    };
    readonly value: {
      readonly value: string;
    };
    readonly outcome: 'ok' | 'UNKNOWN_LINK' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly denialReasons: {
    readonly input: {
      readonly id: string;
    };
    readonly value: {
      readonly reasons: readonly {
        readonly code: string;
        readonly text: string;
      }[];
      readonly report: {
        readonly agency: string;
        readonly address: string;
        readonly phone: string;
        readonly score: {
          readonly value: number;
          readonly lowest: number;
          readonly highest: number;
          readonly on: string;
          readonly factors: string;
        };
      } | null;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly deviceCheck: {
    readonly input: {
      readonly blackBox?: string;
    };
    readonly value: {
      readonly mfaId: string;
      readonly outcome: 'BYPASS' | 'ALLOW' | 'DENY' | 'OTP_PHONE' | 'OTP_EMAIL' | 'OTP_PHONE_EMAIL';
    };
    readonly outcome: 'ok' | 'BYPASS' | 'ALLOW' | 'DENY' | 'OTP_PHONE' | 'OTP_EMAIL' | 'OTP_PHONE_EMAIL' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly documentReview: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly status: 'WANTED' | 'IN_REVIEW' | 'ASKED_AGAIN' | 'NOT_WANTED';
      readonly reason: 'UNREADABLE' | 'INCOMPLETE' | 'OUTDATED' | 'ANOTHER_NAME' | null;
    };
    readonly outcome: 'ok' | 'WANTED' | 'IN_REVIEW' | 'ASKED_AGAIN' | 'NOT_WANTED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly documentsPerState: {
    readonly input: {
      readonly stateCode: string;
      readonly brandName: string;
      readonly channel?: 'ONLINE' | 'RETAIL';
      readonly section?: string;
      readonly applicationId?: string;
    };
    readonly value: {
      readonly id?: string;
      readonly abbr?: string;
      readonly name?: string;
      readonly idPattern?: {
        readonly rule?: string;
      } | null;
      readonly disclosures?: readonly {
        readonly idTag?: string;
        readonly title?: string;
        readonly type?: string;
        readonly copy?: string | null;
        readonly url?: string | null;
      }[];
      readonly requiredFields?: readonly {
        readonly copy?: string | null;
        readonly disclosure?: string | null;
        readonly inputs?: readonly {
          readonly type?: string;
          readonly idTag?: string;
          readonly label?: string;
          readonly value?: string | null;
        }[];
      }[];
    };
    readonly outcome: 'ok' | 'notFound' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly emailResendCode: {
    readonly input: {
      readonly enrollmentId?: string;
      readonly mfaId?: string;
    };
    readonly value: {
      readonly success: boolean;
      readonly sessionId: string;
    };
    readonly outcome: 'ok' | 'TOO_MANY' | 'UNKNOWN_CHECK' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly esignApplication: {
    readonly input: {
      readonly id: string;
      readonly signature: string;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'ESIGNING' | 'PENDING_ESIGN_VALIDATIONS' | 'PENDING_ESIGN_DOCUMENT_UPLOAD' | 'PENDING_ORIGINATION' | 'ORIGINATED' | 'ESIGN_ERROR' | 'ESIGN_RECALCULATED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly finishEnrollment: {
    readonly input: {
      readonly enrollmentId: string;
      readonly password: string;
    };
    readonly value: {
      readonly enrollmentId: string;
      readonly step: 'SEARCH_ENROLLMENT' | 'APPROVED' | 'DENIED' | 'ERROR' | 'NEEDS_RESIDENTIAL_INFO' | 'NEEDS_OTP_VERIFICATION' | 'NEEDS_EMAIL_VERIFICATION' | 'THANK_YOU';
      readonly result: 'CUSTOMER_NOT_FOUND' | 'EMAIL_FAILED' | 'EMAIL_INELIGIBLE' | 'EMAIL_VERIFIED' | 'OTP_FAILED' | 'OTP_VERIFIED' | 'USER_ALREADY_EXISTS' | null;
      readonly phone: string | null;
    };
    readonly outcome: 'ok' | 'THANK_YOU' | 'COMMON' | 'INVALID' | 'EXISTS' | 'UNKNOWN_ENROLLMENT' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly footerLinks: {
    readonly input: {
      readonly brand: string;
    };
    readonly value: {
      readonly results: readonly {
        readonly idTag: string;
        readonly url: string;
        readonly title: string;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly forgotPassword: {
    readonly input: {
      readonly email: string;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'NOT_FOUND' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly generateBokuEVURL: {
    readonly input: {
      readonly applicationId: string;
      readonly phoneNumber: string;
    };
    readonly value: {
      readonly url: string;
    };
    readonly outcome: 'ok' | 'PHONE_UNAVAILABLE' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getAdverseActionDetail: {
    readonly input: {
      readonly applicationId: string;
      readonly stateCode: string;
      readonly brandName: string;
    };
    readonly value: {
      readonly hasRetailStores: boolean;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getAnotherOptionDetail: {
    readonly input: {
      readonly applicationId: string;
      readonly partnerBrand?: string;
      readonly boCode?: string;
    };
    readonly value: {
      readonly anotherOptionAvailable: boolean;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getBaseDisclosures: {
    readonly input: {
      readonly brandName: string;
      readonly disclosureType: 'AGREEMENT' | 'DISCLOSURE';
      readonly section: string;
      readonly applicationId: string;
    };
    readonly value: readonly {
      readonly idTag: string;
      readonly title: string;
      readonly type: string;
      readonly copy?: string | null;
      readonly url?: string | null;
    }[];
    readonly outcome: 'ok' | 'NOT_READY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getCurrentDate: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: string;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getCustomerProductAvailability: {
    readonly input: {
      readonly applicationId: string;
      readonly partnerBrand?: string;
      readonly boCode?: string;
    };
    readonly value: {
      readonly stateCode: string;
      readonly retailChoiceEnabled: boolean;
      readonly partnerHasOnline: boolean;
      readonly partnerHasRetail: boolean;
      readonly customerEligibleForBank: boolean;
      readonly customerStoreNumber: string | null;
      readonly nonCheetahRetailAvailable: boolean;
      readonly preApprovedProducts: readonly {
        readonly name: string;
        readonly productCode: string;
        readonly productCodes: readonly string[];
        readonly minLoan: number;
        readonly maxLoan: number;
      }[];
      readonly applicationConversionEligibility: {
        readonly hasOpenRetailLoan: boolean;
        readonly conversionDetails: {
          readonly brandName: string;
          readonly isEligible: boolean;
          readonly loanNumber: string;
          readonly payoffAmount: number;
          readonly productCode: string;
          readonly sourceSystem: string | null;
        } | null;
      };
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getInitialLoanDetails: {
    readonly input: {
      readonly loanId: string;
      readonly submissionFlow?: string;
      readonly isOriginated?: boolean;
      readonly customerCode?: string;
      readonly applicationId?: string;
      readonly eppAppSchedule?: boolean;
    };
    readonly value: {
      readonly loanNumber: string;
      readonly loanAmount: number;
      readonly financeCharge: number;
      readonly paymentAmount: number;
      readonly paymentDueDate: string;
      readonly convertedLoanNumber?: string | null;
      readonly convertedPayoff?: number | null;
      readonly documents: readonly {
        readonly applicationId: string;
        readonly idTag: string;
        readonly title: string;
      }[];
      readonly paymentSchedule: readonly {
        readonly installmentNumber: number;
        readonly paymentAmount: number;
        readonly dueDate: string;
        readonly left?: number | null;
      }[];
    } | null;
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getLearningCenterLinks: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: readonly {
      readonly title: string;
      readonly link: string;
      readonly active: boolean;
    }[];
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getProductAvailability: {
    readonly input: {
      readonly stateCode: string;
      readonly brandName: string;
      readonly partnerBrand?: string;
    };
    readonly value: {
      readonly stateCode?: string;
      readonly retailChoiceEnabled?: boolean;
      readonly partnerHasOnline?: boolean;
      readonly partnerHasRetail?: boolean;
      readonly customerEligibleForBank?: boolean;
      readonly products?: readonly {
        readonly name?: string;
        readonly productCode?: string;
        readonly channel?: string;
        readonly minLoan?: number;
        readonly maxLoan?: number;
        readonly minTerm?: number;
        readonly maxTerm?: number;
        readonly aprLow?: number;
        readonly aprHigh?: number;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly getStateIdPatterns: {
    readonly input: {
      readonly stateCode: string;
      readonly brandName: string;
    };
    readonly value: {
      readonly stateCode: string;
      readonly name: string;
      readonly says: string | null;
      readonly patterns: readonly {
        readonly rule: string;
      }[];
    };
    readonly outcome: 'ok' | 'notFound' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly homeAddress: {
    readonly input: {
      readonly applicationId: string;
    };
    readonly value: {
      readonly addressLine1: string;
      readonly city: string;
      readonly state: string;
      readonly postalCode: string;
    };
    readonly outcome: 'ok' | 'NO_ADDRESS' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly impersonated: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly email: string | null;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly initializePlaidConnection: {
    readonly input: {
      readonly id: string;
      readonly publicToken: string;
      readonly isUpdateMode: boolean;
    };
    readonly value: {
      readonly publicToken: string;
      readonly institution: string | null;
      readonly authStatus: string | null;
      readonly isAuthEnabled: boolean;
      readonly checkingAccounts: readonly {
        readonly account_id: string;
        readonly mask: string;
        readonly name: string;
        readonly official_name: string | null;
        readonly type: string;
        readonly subtype: string;
        readonly balances: {
          readonly available: number | null;
          readonly current: number | null;
        };
        readonly numbers: {
          readonly account: string;
          readonly routing: string;
        };
      }[];
    };
    readonly outcome: 'ok' | 'INVALID_CREDENTIALS' | 'NO_ACCOUNTS' | 'ITEM_LOGIN_REQUIRED' | 'NO_AUTH' | 'NO_DATA' | 'LINK_EXPIRED' | 'PLAID_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly loanAccount: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly sourceSystem: string;
      readonly landingState: string;
      readonly status: string;
      readonly loan: {
        readonly loanId: string;
        readonly principal: number;
        readonly financeCharge: number;
        readonly apr: number;
        readonly total: number;
        readonly paid: number;
        readonly leftToPay: number;
        readonly payoff: number;
        readonly pastDue: number;
        readonly originatedOn: string;
        readonly payments: readonly {
          readonly paidOn: string;
          readonly amount: number;
        }[];
        readonly nextPayment: {
          readonly dueDate: string;
          readonly paymentAmount: number;
          readonly daysUntilDue: number;
        } | null;
        readonly underWay?: {
          readonly amount: number;
          readonly askedOn: string;
        } | null;
        readonly prepared?: {
          readonly step: 'ADD_PAYLIANCE_CARD' | 'PAYMENT_CONFIRMATION';
          readonly amount: number;
        } | null;
      } | null;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly loanOffer: {
    readonly input: {
      readonly applicationId: string;
    };
    readonly value: {
      readonly principal: number;
      readonly amountFinanced: number;
      readonly financeCharge: number;
      readonly apr: number;
      readonly totalOfPayments: number;
      readonly payments: readonly {
        readonly dueDate: string;
        readonly amount: number;
      }[];
      readonly coveredBorrower: boolean;
    };
    readonly outcome: 'ok' | 'NOT_READY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly logDetails: {
    readonly input: {
      readonly message: string;
      readonly data?: JsonObject;
      readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
    };
    readonly value: boolean;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly logMessage: {
    readonly input: {
      readonly message: string;
      readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
    };
    readonly value: boolean;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly makePayment: {
    readonly input: {
      readonly id: string;
      readonly opaqueData: {
        readonly dataDescriptor: string;
        readonly dataValue: string;
      };
    };
    readonly value: {
      readonly success: boolean;
      readonly id: string;
      readonly step: string | null;
      readonly amount?: number | null;
      readonly paidOn?: string | null;
      readonly reference?: string | null;
      readonly paidWith?: string | null;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'CARD_NEEDED' | 'PAYMENT_CHANGED' | 'TOO_MANY_CARDS' | 'PAYMENT_UNDER_WAY' | 'PAYMENTS_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly openApplication: {
    readonly input: {
      readonly email?: string;
      readonly isGPCEnabled?: boolean;
      readonly draft?: string;
    };
    readonly value: null | {
      readonly id?: string;
      readonly draft?: string | null;
      readonly applicationType?: string;
      readonly status?: string;
      readonly applicationState?: {
        readonly id?: string;
        readonly status?: string;
        readonly applicationState?: string;
        readonly isPendingDocuments?: boolean;
        readonly isPendingEsign?: boolean;
        readonly isEsignDisabled?: boolean;
        readonly eSignDisabledReasons?: readonly string[];
        readonly eSignDisabledUntilDate?: string | null;
        readonly offeredAmount?: number | null;
        readonly reasons?: readonly {
          readonly code: string;
          readonly text: string;
        }[];
      };
      readonly stateCode?: string | null;
      readonly channel?: string;
      readonly preferredProductCode?: string | null;
      readonly loanApplicationProgress?: {
        readonly applicationUrl?: string | null;
      } | null;
      readonly createdAt?: string;
      readonly modifiedAt?: string;
      readonly flow?: string;
      readonly definition?: string;
      readonly revision?: number;
      readonly answers?: JsonObject;
      readonly journey?: JsonObject;
      readonly results?: JsonObject;
      readonly askedAgain?: readonly string[] | null;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly otpSearch: {
    readonly input: {
      readonly otpSearchRequest: {
        readonly mfaId: string;
      };
    };
    readonly value: {
      readonly id: string;
      readonly phoneNumbers: readonly {
        readonly value: string;
        readonly label: string;
      }[];
    };
    readonly outcome: 'ok' | 'UNKNOWN_CHECK' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly otpSend: {
    readonly input: {
      readonly id: string;
      readonly to: string;
    };
    readonly value: {
      readonly success: boolean;
    };
    readonly outcome: 'ok' | 'TOO_MANY' | 'UNKNOWN_CHECK' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly otpVerify: {
    readonly input: {
      readonly id: string;
      readonly code: string;
    };
    readonly value: {
      readonly state: string;
    };
    readonly outcome: 'ok' | 'OTP_VALID' | 'OTP_INVALID' | 'OTP_EXPIRED' | 'OTP_EXCEEDED' | 'UNKNOWN_CHECK' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly passwordChanged: {
    readonly input: {
      readonly email: string;
    };
    readonly value: Json;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly paymentOptions: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly step: string;
      readonly loanNumber?: string | null;
      readonly nextPayment?: number | null;
      readonly nextDueDate?: string | null;
      readonly pastDue?: number | null;
      readonly totalDue?: number | null;
      readonly payoff?: number | null;
      readonly smallest?: number | null;
      readonly underWay?: number | null;
      readonly askedOn?: string | null;
    };
    readonly outcome: 'ok' | 'INITIAL_FORM' | 'INITIAL_ALERT' | 'PAID_PRIOR_DUE_DATE' | 'ACH_IN_FLIGHT' | 'NOTHING_OWED' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly paymentState: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: {
      readonly step: string;
      readonly amount: number;
      readonly paidOn: string;
      readonly reference: string;
      readonly paidWith?: string | null;
    } | null;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly preliminaryUnderwriting: {
    readonly input: {
      readonly customerCode: string;
    };
    readonly value: {
      readonly status: string;
    };
    readonly outcome: 'ok' | 'APPROVED' | 'DENIED' | 'ERROR' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly prepareForEnrollment: {
    readonly input: {
      readonly applicationId: string;
    };
    readonly value: {
      readonly enrollmentId: string;
      readonly step: 'SEARCH_ENROLLMENT' | 'APPROVED' | 'DENIED' | 'ERROR' | 'NEEDS_RESIDENTIAL_INFO' | 'NEEDS_OTP_VERIFICATION' | 'NEEDS_EMAIL_VERIFICATION' | 'THANK_YOU';
      readonly result: 'CUSTOMER_NOT_FOUND' | 'EMAIL_FAILED' | 'EMAIL_INELIGIBLE' | 'EMAIL_VERIFIED' | 'OTP_FAILED' | 'OTP_VERIFIED' | 'USER_ALREADY_EXISTS' | null;
      readonly phone: string | null;
    };
    readonly outcome: 'ok' | 'NEEDS_OTP_VERIFICATION' | 'SEARCH_ENROLLMENT' | 'THANK_YOU' | 'DENIED' | 'ERROR' | 'NO_APPLICATION' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly preparePayment: {
    readonly input: {
      readonly id: string;
      readonly payment: {
        readonly option: 'next payment' | 'past due' | 'total due' | 'other amount' | 'payoff';
        readonly amount?: number;
      };
    };
    readonly value: {
      readonly step: string;
      readonly loanNumber: string;
      readonly amount: number;
      readonly ofCharges: number;
      readonly ofPrincipal: number;
      readonly payoffAfter: number;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'GONE' | 'OUT_OF_RANGE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly products: {
    readonly input: {
      readonly brand: string;
    };
    readonly value: {
      readonly results?: readonly {
        readonly name?: string;
        readonly productCode?: string;
        readonly channel?: string;
        readonly minLoan?: number;
        readonly maxLoan?: number;
        readonly minTerm?: number;
        readonly maxTerm?: number;
        readonly aprLow?: number;
        readonly aprHigh?: number;
        readonly brand?: string;
        readonly lenderBrand?: string;
        readonly feePerHundred?: number;
        readonly rate?: number;
        readonly exampleBorrow?: number;
        readonly exampleAPR?: number;
        readonly exampleTerm?: number;
        readonly exampleTotal?: number;
        readonly examplePaymentAmount?: number;
        readonly xactExamples?: {
          readonly minApr?: number;
          readonly maxApr?: number;
          readonly terms?: readonly {
            readonly term?: number;
            readonly principal?: number;
            readonly apr?: number;
            readonly installmentPayments?: number;
            readonly totalPayments?: number;
            readonly returningRefiOnly?: boolean;
          }[];
        };
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly recordEvent: {
    readonly input: {
      readonly kind?: 'event' | 'error';
      readonly name: string;
      readonly step?: string;
      readonly flow?: string;
      readonly ms?: number;
      readonly with?: Readonly<Record<string, string | number | boolean>>;
      readonly code?: string;
    };
    readonly value: Json;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly refinanceDetails: {
    readonly input: {
      readonly customerCode: string;
    };
    readonly value: {
      readonly customerCode: string;
      readonly loanNumber: string;
      readonly loanAmount: number;
      readonly loanDueDate: string;
      readonly loanFeeAmount: number;
      readonly newDueDate: string;
      readonly financeCharge: number;
      readonly payoffAmount: number;
      readonly largestPayback: number;
      readonly largestAddition: number;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'GONE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly refreshTokens: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly rememberDevice: {
    readonly input: {
      readonly applicationId?: string;
      readonly mfaId?: string;
      readonly blackBox?: string;
    };
    readonly value: {
      readonly success: boolean;
    };
    readonly outcome: 'ok' | 'UNKNOWN_CHECK' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly remindOfEmail: {
    readonly input: {
      readonly lastName: string;
      readonly phone: string;
    };
    readonly value: {
      readonly results: 'NOT_FOUND' | 'ok';
    };
    readonly outcome: 'ok' | 'NOT_FOUND' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly requestLoanChange: {
    readonly input: {
      readonly id: string;
      readonly applicationType: 'EPP' | 'LOAN_MODIFICATION';
    };
    readonly value: {
      readonly success: boolean;
      readonly id: string;
    };
    readonly outcome: 'ok' | 'GONE' | 'SOURCE_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly resendCode: {
    readonly input: {
      readonly email: string;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveAgreements: {
    readonly input: {
      readonly id: string;
      readonly agreements: JsonObject;
      readonly repaymentMethod?: string;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveBankInformation: {
    readonly input: {
      readonly id: string;
      readonly bankInfo: JsonObject;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveConversionAgreements: {
    readonly input: {
      readonly id: string;
      readonly agreements: JsonObject;
    };
    readonly value: {
      readonly success: boolean;
      readonly id: string;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveDecisionBankVerification: {
    readonly input: {
      readonly id: string;
      readonly decision: {
        readonly requestCode: string;
        readonly siteResult: 'CONFIRMED' | 'DECLINED';
      };
    };
    readonly value: {
      readonly id: string;
      readonly applicationId: string;
      readonly status: 'OPEN' | 'CLOSED' | 'VOID';
      readonly codes: readonly {
        readonly requestCode: string;
        readonly expiresAt: string;
      }[];
      readonly decisions: readonly {
        readonly requestCode: string;
        readonly siteResult: 'CONFIRMED' | 'DECLINED';
        readonly decisionResult: 'APPROVED' | 'DENIED' | 'PENDING';
      }[];
    };
    readonly outcome: 'ok' | 'OPEN' | 'CLOSED' | 'VOID' | 'NOT_WANTED' | 'BANK_UNAVAILABLE' | 'CODE_EXPIRED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveIncomeInformation: {
    readonly input: {
      readonly id: string;
      readonly incomeInfo: JsonObject;
      readonly agreements?: JsonObject;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveJourney: {
    readonly input: {
      readonly id: string;
      readonly flow: string;
      readonly definition: string;
      readonly revision: number;
      readonly key: string;
      readonly after?: string;
      readonly changes: JsonObject;
      readonly journey: JsonObject;
    };
    readonly value: {
      readonly success: boolean;
      readonly id: string;
      readonly revision: number;
    };
    readonly outcome: 'ok' | 'CONFLICT' | 'REFUSED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveLoanApplicationProgress: {
    readonly input: {
      readonly id: string;
      readonly applicationUrl: string;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly savePersonalInformation: {
    readonly input: {
      readonly id: string;
      readonly personalInfo: JsonObject;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveResidentialInformation: {
    readonly input: {
      readonly enrollmentId: string;
      readonly addressLine1: string;
      readonly cityName: string;
      readonly stateCode: string;
      readonly zipCode: string;
    };
    readonly value: {
      readonly enrollmentId: string;
      readonly step: 'SEARCH_ENROLLMENT' | 'APPROVED' | 'DENIED' | 'ERROR' | 'NEEDS_RESIDENTIAL_INFO' | 'NEEDS_OTP_VERIFICATION' | 'NEEDS_EMAIL_VERIFICATION' | 'THANK_YOU';
      readonly result: 'CUSTOMER_NOT_FOUND' | 'EMAIL_FAILED' | 'EMAIL_INELIGIBLE' | 'EMAIL_VERIFIED' | 'OTP_FAILED' | 'OTP_VERIFIED' | 'USER_ALREADY_EXISTS' | null;
      readonly phone: string | null;
    };
    readonly outcome: 'ok' | 'NEEDS_OTP_VERIFICATION' | 'NEEDS_EMAIL_VERIFICATION' | 'SEARCH_ENROLLMENT' | 'DENIED' | 'UNKNOWN_ENROLLMENT' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveStoreInformation: {
    readonly input: {
      readonly id: string;
      readonly storeInfo: {
        readonly storeNumber: string;
        readonly brandName: string;
      };
      readonly loanProgress: {
        readonly applicationUrl: string;
      };
    };
    readonly value: {
      readonly success: boolean;
      readonly id: string;
      readonly application: {
        readonly storeInformation: {
          readonly storeNumber: string;
          readonly brandName: string;
        } | null;
        readonly loanApplicationProgress: {
          readonly applicationUrl: string | null;
        } | null;
      };
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly saveUserInformation: {
    readonly input: {
      readonly id: string;
      readonly userInformation: {
        readonly email: string;
      };
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly searchBankVerification: {
    readonly input: {
      readonly applicationId: string;
    };
    readonly value: {
      readonly id: string;
      readonly applicationId: string;
      readonly status: 'OPEN' | 'CLOSED' | 'VOID';
      readonly codes: readonly {
        readonly requestCode: string;
        readonly expiresAt: string;
      }[];
      readonly decisions: readonly {
        readonly requestCode: string;
        readonly siteResult: 'CONFIRMED' | 'DECLINED';
        readonly decisionResult: 'APPROVED' | 'DENIED' | 'PENDING';
      }[];
    };
    readonly outcome: 'ok' | 'OPEN' | 'CLOSED' | 'VOID' | 'NOT_WANTED' | 'BANK_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly searchEmailVerification: {
    readonly input: {
      readonly enrollmentId?: string;
      readonly mfaId?: string;
    };
    readonly value: {
      readonly emailVerificationId: string;
      readonly sessionId: string;
    };
    readonly outcome: 'ok' | 'UNKNOWN_CHECK' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly searchIntellicheckVerification: {
    readonly input: {
      readonly applicationId: string;
    };
    readonly value: {
      readonly id: string;
      readonly applicationId: string;
      readonly status: 'APPROVED' | 'DENIED' | 'PENDING';
      readonly userToken: string;
    };
    readonly outcome: 'ok' | 'APPROVED' | 'DENIED' | 'PENDING' | 'NOT_WANTED' | 'IDENTITY_UNAVAILABLE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly searchLocations: {
    readonly input: {
      readonly postalCode?: string;
      readonly addressLine1?: string;
      readonly city?: string;
      readonly state?: string;
      readonly type?: 'Store';
      readonly storeNumber?: string;
      readonly brand?: string;
      readonly activeOnly?: boolean;
      readonly params?: {
        readonly limit?: number;
        readonly skip?: number;
        readonly maxDistance?: number;
        readonly stateRestriction?: string;
      };
    };
    readonly value: {
      readonly results: readonly {
        readonly storeNumber: string;
        readonly storeName: string;
        readonly addressLine1: string;
        readonly addressLine2: string;
        readonly city: string;
        readonly state: string;
        readonly postalCode: string;
        readonly phone: string;
        readonly latitude: number;
        readonly longitude: number;
        readonly brand: string;
        readonly dayOfWeek: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';
        readonly hours: readonly {
          readonly dayOfWeek: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';
          readonly openTime?: string;
          readonly closeTime?: string;
          readonly isClosed: boolean;
          readonly brand: string;
        }[];
        readonly distance?: number;
        readonly miles?: number;
      }[];
    };
    readonly outcome: 'ok' | 'unavailable' | 'unauthenticated' | 'failed';
  };
  readonly searchSsn: {
    readonly input: {
      readonly enrollmentId: string;
      readonly ssn: string;
    };
    readonly value: {
      readonly existsInP360: boolean;
      readonly existsAsCustomer: boolean;
      readonly email: string | null;
      readonly isPasswordless: boolean;
    };
    readonly outcome: 'ok' | 'UNKNOWN_ENROLLMENT' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly sendDocuments: {
    readonly input: {
      readonly id: string;
    };
    readonly value: {
      readonly success: boolean;
      readonly id: string;
    };
    readonly outcome: 'ok' | 'IN_REVIEW' | 'NOT_WANTED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly sendEnrollmentEmail: {
    readonly input: {
      readonly enrollmentId: string;
      readonly again: boolean;
    };
    readonly value: {
      readonly success: boolean;
      readonly email: string;
    };
    readonly outcome: 'ok' | 'TOO_MANY' | 'UNKNOWN_ENROLLMENT' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly sendEnrollmentOtp: {
    readonly input: {
      readonly enrollmentId: string;
    };
    readonly value: {
      readonly success: boolean;
    };
    readonly outcome: 'ok' | 'TOO_MANY' | 'UNKNOWN_ENROLLMENT' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly sendSignInCode: {
    readonly input: {
      readonly email: string;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'TOO_MANY' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly signConversion: {
    readonly input: {
      readonly id: string;
      readonly signature: string;
    };
    readonly value: {
      readonly success: boolean;
      readonly id: string;
      readonly loanNumber: string | null;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'TERMS_CHANGED' | 'NOT_THE_NAME' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly signIn: {
    readonly input: {
      readonly email: string;
      readonly password: string;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'NOT_AUTHORIZED' | 'NOT_CONFIRMED' | 'RESET_REQUIRED' | 'TOO_MANY' | 'OTHER' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly signInByCode: {
    readonly input: {
      readonly code: string;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'MISMATCH' | 'OVER' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly signOut: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly signUp: {
    readonly input: {
      readonly email: string;
      readonly password: string;
      readonly source?: string;
      readonly brand?: string;
      readonly name?: string;
      readonly familyName?: string;
      readonly isPasswordless?: boolean;
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'USER_EXISTS' | 'CUSTOMER_EXISTS' | 'IS_PASSWORDLESS' | 'NOT_CHECKED' | 'INVALID' | 'COMMON' | 'OTHER' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly singleSignOn: {
    readonly input: {
      readonly tokens: {
        readonly id_token?: string;
        readonly access_token?: string;
      };
    };
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'NO_TOKENS' | 'REFUSED' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly skipResumeApplication: {
    readonly input: {
      readonly email: string;
    };
    readonly value: {
      readonly skipResumeApplication: boolean;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly sqsLegacy: {
    readonly input: {
      readonly customerCode: string;
      readonly idToken: string;
      readonly accessToken: string;
      readonly destination: 'account' | 'payment';
    };
    readonly value: {
      readonly redirectUrl: string;
    };
    readonly outcome: 'ok' | 'UNKNOWN_CUSTOMER' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly stateDocumentList: {
    readonly input: {
      readonly stateCode: string;
      readonly brandName: string;
    };
    readonly value: readonly {
      readonly documentType: 'DRIVER_LICENSE' | 'STATE_ID';
      readonly title: string;
      readonly patterns: readonly {
        readonly rule: string;
      }[];
    }[];
    readonly outcome: 'ok' | 'notFound' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly statesForZipcode: {
    readonly input: {
      readonly zipcode: string;
    };
    readonly value: readonly {
      readonly name: string;
      readonly abbr: string;
    }[];
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly stopActing: {
    readonly input: Readonly<Record<string, never>>;
    readonly value: JsonObject;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly submitApplication: {
    readonly input: {
      readonly id: string;
      readonly blackBox?: string;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'SUBMITTING' | 'COMPLETED_PRODUCT_SELECTION' | 'PENDING_ASSET_REPORT_DOWNLOAD' | 'PENDING_SAS_CALL_1' | 'PENDING_BRFR' | 'PENDING_UNDERWRITING' | 'SUBMIT_APPROVED' | 'SUBMIT_DENIED' | 'SUBMIT_ERROR' | 'CANEBAY_DUPLICATE' | 'PENDING_PRODUCT_SELECTION' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly timeoutExpireAction: {
    readonly input: {
      readonly isEnrollment: boolean;
      readonly isManualTrigger: boolean;
    };
    readonly value: {
      readonly success: boolean;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly unsubmittedApplication: {
    readonly input: {
      readonly email: string;
    };
    readonly value: {
      readonly id: string;
      readonly status: string;
      readonly createdAt: string;
      readonly modifiedAt: string;
      readonly loanApplicationProgress?: {
        readonly applicationUrl?: string | null;
      } | null;
    } | null;
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly updateAuthentication: {
    readonly input: {
      readonly isReturningCustomer?: boolean;
      readonly isRetailReturning?: boolean;
      readonly isEnrollment?: boolean;
      readonly hasOnlinePendingOrigination?: boolean;
      readonly hasPendingApplication?: boolean;
      readonly pendingApplicationBrand?: string | null;
      readonly customerType?: string;
      readonly stateCode?: string | null;
      readonly channel?: string | null;
    };
    readonly value: {
      readonly isReturningCustomer: boolean;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly updateDebitCardAttempts: {
    readonly input: {
      readonly id: string;
      readonly attempts: number;
    };
    readonly value: {
      readonly success: boolean;
      readonly id: string;
      readonly attempts: number;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly validateEmailVerificationCode: {
    readonly input: {
      readonly emailVerificationId: string;
      readonly verificationCode: string;
      readonly sessionId: string;
      readonly enrollmentId?: string;
      readonly mfaId?: string;
    };
    readonly value: {
      readonly success: boolean;
      readonly status: string;
    };
    readonly outcome: 'ok' | 'approved' | 'pending' | 'expired' | 'max_attempts_reached' | 'canceled' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly validateOriginalLoanDetails: {
    readonly input: {
      readonly applicationId: string;
    };
    readonly value: {
      readonly isNonStandardApplication: boolean;
      readonly isEligible: boolean;
      readonly hadLoanAmountDeleted: boolean;
    };
    readonly outcome: 'ok' | 'SOURCE_UNAVAILABLE' | 'GONE' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly verifyEnrollmentEmail: {
    readonly input: {
      readonly enrollmentId: string;
      readonly code: string;
    };
    readonly value: {
      readonly enrollmentId: string;
      readonly step: 'SEARCH_ENROLLMENT' | 'APPROVED' | 'DENIED' | 'ERROR' | 'NEEDS_RESIDENTIAL_INFO' | 'NEEDS_OTP_VERIFICATION' | 'NEEDS_EMAIL_VERIFICATION' | 'THANK_YOU';
      readonly result: 'CUSTOMER_NOT_FOUND' | 'EMAIL_FAILED' | 'EMAIL_INELIGIBLE' | 'EMAIL_VERIFIED' | 'OTP_FAILED' | 'OTP_VERIFIED' | 'USER_ALREADY_EXISTS' | null;
      readonly phone: string | null;
    };
    readonly outcome: 'ok' | 'EMAIL_VERIFIED' | 'EMAIL_INELIGIBLE' | 'USER_ALREADY_EXISTS' | 'EMAIL_FAILED' | 'EMAIL_IN_USE' | 'WRONG_CODE' | 'CODE_EXPIRED' | 'UNKNOWN_ENROLLMENT' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly verifyEnrollmentOtp: {
    readonly input: {
      readonly enrollmentId: string;
      readonly code: string;
    };
    readonly value: {
      readonly enrollmentId: string;
      readonly step: 'SEARCH_ENROLLMENT' | 'APPROVED' | 'DENIED' | 'ERROR' | 'NEEDS_RESIDENTIAL_INFO' | 'NEEDS_OTP_VERIFICATION' | 'NEEDS_EMAIL_VERIFICATION' | 'THANK_YOU';
      readonly result: 'CUSTOMER_NOT_FOUND' | 'EMAIL_FAILED' | 'EMAIL_INELIGIBLE' | 'EMAIL_VERIFIED' | 'OTP_FAILED' | 'OTP_VERIFIED' | 'USER_ALREADY_EXISTS' | null;
      readonly phone: string | null;
    };
    readonly outcome: 'ok' | 'OTP_VERIFIED' | 'USER_ALREADY_EXISTS' | 'OTP_FAILED' | 'WRONG_CODE' | 'CODE_EXPIRED' | 'UNKNOWN_ENROLLMENT' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly version: {
    readonly input: {
      readonly client?: string;
    };
    readonly value: {
      readonly version: string;
      readonly isCurrent?: boolean;
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
  readonly withdrawApplication: {
    readonly input: {
      readonly id: string;
    };
    readonly value: {
      readonly id?: string;
      readonly status?: string;
      readonly applicationState?: string;
      readonly isPendingDocuments?: boolean;
      readonly isPendingEsign?: boolean;
      readonly isEsignDisabled?: boolean;
      readonly eSignDisabledReasons?: readonly string[];
      readonly eSignDisabledUntilDate?: string | null;
      readonly offeredAmount?: number | null;
      readonly reasons?: readonly {
        readonly code: string;
        readonly text: string;
      }[];
    };
    readonly outcome: 'ok' | 'unauthenticated' | 'unavailable' | 'failed';
  };
}

/** The body of each request of the identity protocol. */
export interface Requests {
  readonly ActAs: {
    readonly AccessToken: string;
    readonly Username: string;
  };
  readonly ChangePassword: {
    readonly AccessToken: string;
    readonly PreviousPassword: string;
    readonly ProposedPassword: string;
  };
  readonly ConfirmForgotPassword: {
    readonly ClientId: string;
    readonly Username: string;
    readonly ConfirmationCode: string;
    readonly Password: string;
  };
  readonly ConfirmSignUp: {
    readonly ClientId: string;
    readonly Username: string;
    readonly ConfirmationCode: string;
  };
  readonly ForgotPassword: {
    readonly ClientId: string;
    readonly Username: string;
  };
  readonly GetTokensFromRefreshToken: {
    readonly ClientId: string;
    readonly RefreshToken: string;
  };
  readonly GetUser: {
    readonly AccessToken: string;
  };
  readonly GetUserAttributeVerificationCode: {
    readonly AccessToken: string;
    readonly AttributeName: 'phone_number';
  };
  readonly GlobalSignOut: {
    readonly AccessToken: string;
  };
  readonly 'InitiateAuth CUSTOM_AUTH': {
    readonly ClientId: string;
    readonly AuthFlow: 'CUSTOM_AUTH';
    readonly AuthParameters: {
      readonly USERNAME: string;
      readonly DEVICE_KEY?: string;
    };
  };
  readonly 'InitiateAuth CUSTOM_AUTH SRP_A': {
    readonly ClientId: string;
    readonly AuthFlow: 'CUSTOM_AUTH';
    readonly AuthParameters: {
      readonly USERNAME: string;
      readonly CHALLENGE_NAME: 'SRP_A';
      readonly SRP_A: string;
      readonly DEVICE_KEY?: string;
    };
  };
  readonly 'InitiateAuth REFRESH_TOKEN_AUTH': {
    readonly ClientId: string;
    readonly AuthFlow: 'REFRESH_TOKEN_AUTH' | 'REFRESH_TOKEN';
    readonly AuthParameters: {
      readonly REFRESH_TOKEN: string;
      readonly DEVICE_KEY?: string;
    };
  };
  readonly 'InitiateAuth USER_PASSWORD_AUTH': {
    readonly ClientId: string;
    readonly AuthFlow: 'USER_PASSWORD_AUTH';
    readonly AuthParameters: {
      readonly USERNAME: string;
      readonly PASSWORD: string;
      readonly DEVICE_KEY?: string;
    };
  };
  readonly 'InitiateAuth USER_SRP_AUTH': {
    readonly ClientId: string;
    readonly AuthFlow: 'USER_SRP_AUTH';
    readonly AuthParameters: {
      readonly USERNAME: string;
      readonly SRP_A: string;
      readonly DEVICE_KEY?: string;
    };
  };
  readonly ResendConfirmationCode: {
    readonly ClientId: string;
    readonly Username: string;
  };
  readonly 'RespondToAuthChallenge CUSTOM_CHALLENGE': {
    readonly ClientId: string;
    readonly ChallengeName: 'CUSTOM_CHALLENGE';
    readonly Session: string;
    readonly ChallengeResponses: {
      readonly USERNAME: string;
      readonly ANSWER: string;
      readonly DEVICE_KEY?: string;
    };
  };
  readonly 'RespondToAuthChallenge NEW_PASSWORD_REQUIRED': {
    readonly ClientId: string;
    readonly ChallengeName: 'NEW_PASSWORD_REQUIRED';
    readonly Session: string;
    readonly ChallengeResponses: {
      readonly USERNAME: string;
      readonly NEW_PASSWORD: string;
      readonly DEVICE_KEY?: string;
    };
  };
  readonly 'RespondToAuthChallenge PASSWORD_VERIFIER': {
    readonly ClientId: string;
    readonly ChallengeName: 'PASSWORD_VERIFIER';
    readonly Session: string;
    readonly ChallengeResponses: {
      readonly USERNAME: string;
      readonly TIMESTAMP: string;
      readonly PASSWORD_CLAIM_SIGNATURE: string;
      readonly PASSWORD_CLAIM_SECRET_BLOCK: string;
      readonly DEVICE_KEY?: string;
    };
  };
  readonly RevokeToken: {
    readonly ClientId: string;
    readonly Token: string;
  };
  readonly SignUp: {
    readonly ClientId: string;
    readonly Username: string;
    readonly Password: string;
    readonly UserAttributes?: readonly {
      readonly Name: string;
      readonly Value?: string;
    }[];
  };
  readonly SingleSignOn: {
    readonly IdToken: string;
    readonly AccessToken: string;
  };
  readonly StopActing: {
    readonly AccessToken: string;
  };
  readonly UpdateUserAttributes: {
    readonly AccessToken: string;
    readonly UserAttributes: readonly {
      readonly Name: string;
      readonly Value?: string;
    }[];
  };
  readonly 'VerifyUserAttribute email': {
    readonly AccessToken: string;
    readonly AttributeName: 'email';
    readonly Code: string;
  };
  readonly 'VerifyUserAttribute phone_number': {
    readonly AccessToken: string;
    readonly AttributeName: 'phone_number';
    readonly Code: string;
  };
}
