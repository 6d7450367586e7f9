import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface Certificate {
  /** PEM texts, as `https.createServer` takes them. */
  readonly key: string
  readonly cert: string
}

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const COMMON_NAME = [0x55, 0x04, 0x03]
const SUBJECT_ALTERNATIVE_NAME = [0x55, 0x1d, 0x11]

/** A certificate for one name, made again for each run, so that no private key is in the repository. */
export function selfSignedCertificate(name: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = certificateBody(name, publicKey)
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, algorithm(), tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const text = whole.toString('base64').replace(/.{1,64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}-----END CERTIFICATE-----\n`,
  }
}

function certificateBody(name: string, publicKey: KeyObject): Buffer {
  const distinguished = sequence(
    tagged(0x31, sequence(identifier(COMMON_NAME), tagged(0x0c, Buffer.from(name)))),
  )
  const alternative = sequence(tagged(0x82, Buffer.from(name)))
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm(),
    distinguished,
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    distinguished,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(identifier(SUBJECT_ALTERNATIVE_NAME), tagged(0x04, alternative)))),
  )
}

function algorithm(): Buffer {
  return sequence(identifier(ECDSA_WITH_SHA256))
}

function identifier(bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes))
}

function time(text: string): Buffer {
  return tagged(0x18, Buffer.from(text))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
