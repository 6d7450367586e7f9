import type { Artifact, ArtifactKey } from '@varve/engine'
import type { Hash, ImageReference } from '@varve/engine/internal'
import { WorkspaceError, type WorkspaceErrorCode } from '../workspace-error.ts'

/** Something that was named and is not, or not wholly, in the result. Nothing is left out without one. */
export interface ExtractWarning {
  readonly code:
    | 'missing'
    | 'moved'
    | 'unreadable'
    | 'foreign'
    | 'left-out'
    | 'withheld'
    | 'not-supported'
    | 'no-consent'
    | 'stale'
    | 'index-incomplete'
  /** As the user named it, or the path that it concerns. */
  readonly subject: string
  /** In words, with what can be done. */
  readonly message: string
  /** With `moved`: the path of the file that was taken instead. */
  readonly instead?: string
}

/** The artifacts of everything that a user named. */
export interface Extraction {
  /** In the order in which they were named, what belongs to one right after it; each key once. */
  readonly artifacts: readonly Artifact[]
  /** Pictures that came with the message itself, pasted or dropped. [V-1] */
  readonly images: readonly ImageReference[]
  /** The bytes of all pictures that are referred to, by hash. */
  readonly pictures: ReadonlyMap<Hash, Picture>
  readonly warnings: readonly ExtractWarning[]
  /** Names with no result, as in `subject` of the notice that says why. */
  readonly absent: readonly string[]
}

export interface Picture {
  readonly reference: ImageReference
  readonly bytes: Uint8Array
}

/** How far something is from what the user named: that itself, what it embeds, and last what was only listed. */
export type Distance = number

const LISTED: Distance = Number.POSITIVE_INFINITY

export function distanceOf(standing: { readonly depth: number; readonly isListed?: boolean }): Distance {
  return standing.isListed ? LISTED : standing.depth
}

/** How much one mention may bring into a message. The rest is listed, never dropped silently. */
export interface ExtractLimits {
  /** Bytes of a text file, the pictures in it included. A larger one is not even read. */
  readonly textBytes: number
  /** Characters of all attachments together: more than any model takes. */
  readonly charactersPerMessage: number
  /** Maximum number of files from one folder or tag. */
  readonly filesPerExpansion: number
  /** Characters of all the files of one folder or tag together. */
  readonly charactersPerExpansion: number
  /** How deep embeds are followed. */
  readonly embedDepth: number
  /** Embeds that one named note may bring. */
  readonly embedsPerNote: number
  readonly imagesPerNote: number
  /** Longest side of a picture in pixels; larger ones are scaled down. */
  readonly imageSide: number
  readonly imageBytes: number
}

export const EXTRACT_LIMITS: ExtractLimits = {
  textBytes: 16 * 1024 * 1024,
  charactersPerMessage: 8_000_000,
  filesPerExpansion: 200,
  charactersPerExpansion: 2_000_000,
  embedDepth: 2,
  embedsPerNote: 50,
  imagesPerNote: 20,
  imageSide: 2048,
  imageBytes: 4 * 1024 * 1024,
}

interface Gathered {
  readonly artifact: Artifact
  readonly distance: Distance
}

/** Gathers an extraction: of a key the nearest wins, at the place of the first; of two as near the first. */
export class ExtractionBuilder {
  readonly #artifacts = new Map<ArtifactKey, Gathered>()
  readonly #images = new Map<Hash, ImageReference>()
  readonly #pictures = new Map<Hash, Picture>()
  readonly #warnings: ExtractWarning[] = []
  readonly #absent = new Set<string>()
  readonly #most: number
  #characters = 0

  constructor({ charactersPerMessage }: Pick<ExtractLimits, 'charactersPerMessage'>) {
    this.#most = charactersPerMessage
  }

  /** Whether it is already included, at this distance or closer. */
  has(key: ArtifactKey, distance: Distance = LISTED): boolean {
    const known = this.#artifacts.get(key)
    return known !== undefined && known.distance <= distance
  }

  /** Whether only a folder or a tag brought it in. */
  isOnlyListed(key: ArtifactKey): boolean {
    return this.#artifacts.get(key)?.distance === LISTED
  }

  get size(): number {
    return this.#artifacts.size
  }

  /** Fails where it would be too much for one message. */
  add(artifact: Artifact, distance: Distance = 0): void {
    const { key, priority } = artifact
    const known = this.#artifacts.get(key)
    if (!known || distance < known.distance) {
      this.#takeRoom(artifact, known?.artifact.content.length ?? 0)
      this.#artifacts.set(key, { artifact, distance })
    }
    // Named a second time, now with a mark.
    else if (distance === known.distance && known.artifact.priority === 'normal')
      this.#artifacts.set(key, { artifact: { ...known.artifact, priority }, distance })
  }

  #takeRoom({ title, content }: Artifact, replaced: number): void {
    const characters = this.#characters + content.length - replaced
    if (characters > this.#most)
      throw new WorkspaceError(
        'no-room',
        title,
        `"${title}" was left out: it has ${content.length.toLocaleString('en-US')} characters, and the attachments of a message can have ${this.#most.toLocaleString('en-US')} in all. Attach a part of it, or search it instead.`,
      )
    this.#characters = characters
  }

  /** A picture of the message itself. Two that differ never have the same name. */
  addImage(reference: ImageReference): void {
    if (this.#images.has(reference.hash)) return
    const names = new Set([...this.#images.values()].map(({ name }) => name))
    this.#images.set(reference.hash, { ...reference, name: numberedName(reference.name, names) })
  }

  addPicture(picture: Picture): void {
    this.#pictures.set(picture.reference.hash, picture)
  }

  warn(code: ExtractWarning['code'], subject: string, message: string, instead?: string): void {
    const isKnown = this.#warnings.some(
      (warning) => warning.code === code && warning.subject === subject && warning.message === message,
    )
    if (!isKnown)
      this.#warnings.push({ code, subject, message, ...(instead === undefined ? {} : { instead }) })
  }

  /** Warns of something that was named and of which nothing is given. */
  lack(code: ExtractWarning['code'], subject: string, message: string): void {
    this.#absent.add(subject)
    this.warn(code, subject, message)
  }

  build(): Extraction {
    return {
      artifacts: [...this.#artifacts.values()].map(({ artifact }) => artifact),
      images: [...this.#images.values()],
      pictures: this.#pictures,
      warnings: this.#warnings,
      absent: [...this.#absent],
    }
  }
}

/** `image (2).png` where there is an `image.png` already: browsers call every screenshot the same. */
export function numberedName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [start, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${start} (${number})${end}`
  return free
}

/** The kind of gap that an error leaves. */
export function warningCode({ code }: WorkspaceError): ExtractWarning['code'] {
  if (code === 'not-found') return 'missing'
  return code === 'withheld' ? 'withheld' : 'unreadable'
}

const REFUSED: ReadonlySet<WorkspaceErrorCode> = new Set([
  'path-invalid',
  'path-outside',
  'attachment-invalid',
])

/** What no workspace could give is a mistake of the caller, and nothing is read for it. */
export function isRefused({ code }: WorkspaceError): boolean {
  return REFUSED.has(code)
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
