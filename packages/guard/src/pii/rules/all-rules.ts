import { addressRule } from './address.ts'
import { apiKeyRule } from './api-key.ts'
import { bankAccountRule } from './bank-account.ts'
import { cardSecurityCodeRule, healthInsuranceRule, ukSortCodeRule } from './beside-rules.ts'
import { checkedRule } from './checked-numbers.ts'
import { cryptoAddressRule } from './crypto-address.ts'
import { dateOfBirthRule } from './date-of-birth.ts'
import { drivingLicenceRule } from './driving-licence.ts'
import { emailRule } from './email.ts'
import { euVatRule } from './eu-vat.ts'
import { ibanRule } from './iban.ts'
import { ipAddressRule } from './ip-address.ts'
import { macAddressRule } from './mac-address.ts'
import { medicalRecordRule } from './medical-record.ts'
import { mxRfcRule } from './mx-rfc.ts'
import { nameRule } from './name.ts'
import { passportRule } from './passport.ts'
import { passwordRule } from './password.ts'
import { phoneRule } from './phone.ts'
import { postcodeRule } from './postcode.ts'
import { privateKeyRule } from './private-key.ts'
import type { Rule } from './rule.ts'
import { swiftBicRule } from './swift-bic.ts'
import { urlCredentialsRule } from './url-credentials.ts'
import { usRoutingNumberRule } from './us-routing-number.ts'

/** One rule for each type; where two find the same place and are as sure, the earlier one keeps it. */
export const RULES: readonly Rule[] = [
  privateKeyRule,
  urlCredentialsRule,
  apiKeyRule,
  emailRule,
  ibanRule,
  checkedRule('CREDIT_CARD', 6),
  cryptoAddressRule,
  checkedRule('MX_CURP', 6),
  checkedRule('MX_CLABE', 6),
  mxRfcRule,
  euVatRule,
  checkedRule('EU_NATIONAL_ID', 6),
  checkedRule('UK_NINO', 6),
  checkedRule('UK_NHS', 6),
  checkedRule('US_SSN', 6),
  checkedRule('US_ITIN', 6),
  checkedRule('CA_SIN', 6),
  checkedRule('BR_CPF', 1),
  checkedRule('BR_CNPJ', 1),
  checkedRule('CH_AHV', 1),
  checkedRule('AU_TFN', 1),
  checkedRule('AU_MEDICARE', 1),
  checkedRule('IN_AADHAAR', 1),
  checkedRule('IN_PAN', 1),
  checkedRule('VIN', 1),
  usRoutingNumberRule,
  swiftBicRule,
  drivingLicenceRule,
  passportRule,
  medicalRecordRule,
  healthInsuranceRule,
  ukSortCodeRule,
  cardSecurityCodeRule,
  bankAccountRule,
  dateOfBirthRule,
  phoneRule,
  ipAddressRule,
  macAddressRule,
  passwordRule,
  addressRule,
  postcodeRule,
  nameRule,
]

/** Changes whenever a rule, the words around values, or the way findings are chosen change. */
const COMMON_VERSION = 16

/** Kept with findings that are remembered: those of another version are found again. */
export const RULE_VERSION = `${COMMON_VERSION}.${RULES.reduce((sum, { version }) => sum + version, 0)}`
