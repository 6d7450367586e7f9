import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { StoreError } from '../store-error.ts'

/** The place that a sealed secret belongs to; it can't be opened for another. */
export interface SealPlace {
  readonly workspaceId: string
  readonly provider: string
}

export const MASTER_KEY_BYTES = 32
const VERSION = 1
const MARK_BYTES = 8
const NONCE_BYTES = 12
const DRAWN_NONCES = 128
const TAG_BYTES = 16
const HEADER_BYTES = 1 + MARK_BYTES

/**
 * Seals small secrets with AES-256-GCM. The bytes are: version (1), mark of the master key (8), nonce (12),
 * ciphertext, tag (16). Version, mark and place are authenticated with the text.
 */
export class MasterKey {
  readonly #sealing: KeyObject
  readonly #mark: Uint8Array
  /** Drawn ahead, since a turn seals a few things and a draw costs as much as a seal. Each is used once. */
  #nonces: Uint8Array = new Uint8Array()

  constructor(secret: Uint8Array) {
    if (secret.length !== MASTER_KEY_BYTES)
      throw new StoreError(
        'master-key-refused',
        `A master key has ${MASTER_KEY_BYTES} bytes, this one ${secret.length}.`,
      )
    this.#sealing = createSecretKey(derive(secret, 'varve seal 1', 32))
    this.#mark = derive(secret, 'varve mark 1', MARK_BYTES)
  }

  seal(plain: string, place: SealPlace): Uint8Array {
    const header = Buffer.concat([Uint8Array.of(VERSION), this.#mark])
    const nonce = this.#nextNonce()
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(authenticated(header, place))
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return new Uint8Array(Buffer.concat([header, nonce, text, cipher.getAuthTag()]))
  }

  unseal(sealed: Uint8Array, place: SealPlace): string {
    const header = sealed.subarray(0, HEADER_BYTES)
    if (sealed.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES)
      throw new StoreError('seal-broken', `What is stored is cut off: ${sealed.length} bytes.`)
    if (header[0] !== VERSION)
      throw new StoreError(
        'seal-broken',
        `It is sealed in form ${header[0]}; this Varve knows form ${VERSION}.`,
      )
    if (!timingSafeEqual(header.subarray(1), this.#mark))
      throw new StoreError('seal-foreign', 'It was sealed with another master key.')
    const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(authenticated(header, place))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const opened = decipher.update(sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES))
    try {
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch (error) {
      throw new StoreError('seal-broken', 'What is stored was changed, or belongs to another place.', {
        cause: error,
      })
    }
  }

  #nextNonce(): Uint8Array {
    if (this.#nonces.length === 0) this.#nonces = randomBytes(NONCE_BYTES * DRAWN_NONCES)
    const nonce = this.#nonces.subarray(0, NONCE_BYTES)
    this.#nonces = this.#nonces.subarray(NONCE_BYTES)
    return nonce
  }

  /** Keeps the key out of whatever prints objects. */
  toJSON(): string {
    return '[master key]'
  }
}

/** Derives a separate key for each use. */
function derive(secret: Uint8Array, use: string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), use, length))
}

/** JSON keeps the two names apart, whatever is in them. */
function authenticated(header: Uint8Array, { workspaceId, provider }: SealPlace): Uint8Array {
  return Buffer.concat([header, Buffer.from(JSON.stringify([workspaceId, provider]))])
}
