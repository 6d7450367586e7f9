/** Why an answer failed, for whoever offers a way out of it. The words beside it are for people. */
export type AnswerErrorCode =
  /** The provider did not take the key. */
  | 'key-rejected'
  /** Too many requests, or the account is used up. */
  | 'rate-limited'
  /** The provider has trouble of its own. */
  | 'overloaded'
  /** Nobody answered at the address. */
  | 'unreachable'
  /** The request is longer than the model or the server takes. */
  | 'too-long'
  /** The provider does not have this model. */
  | 'model-gone'
  /** The provider does not take the request as it is. */
  | 'refused'
  /** The connection broke in the middle of the answer. */
  | 'cut'
  /** The provider sent nothing for too long; the answer is interrupted and can be continued. */
  | 'silent'
  /** The answer came and could not be stored. */
  | 'not-saved'
  | 'failed'
