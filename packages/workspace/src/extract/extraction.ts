import type { Artifact, ArtifactKey, Hash, ImageReference } from '@varve/engine'

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
}

/** What the things that a user named have become. */
export interface Extraction {
  /** In the order in which they were named, what belongs to one right after it; each key once. */
  readonly artifacts: readonly Artifact[]
  /** Pictures that came with the message itself, pasted or dropped. [V-1] */
  readonly images: readonly ImageReference[]
  /** The bytes of all pictures that are referred to, by hash. */
  readonly pictures: ReadonlyMap<Hash, Picture>
  readonly warnings: readonly ExtractWarning[]
}

export interface Picture {
  readonly reference: ImageReference
  readonly bytes: Uint8Array
}

/** Gathers an extraction: the first of a key wins, except that the active note keeps its role. */
export class ExtractionBuilder {
  readonly #artifacts = new Map<ArtifactKey, Artifact>()
  readonly #images = new Map<Hash, ImageReference>()
  readonly #pictures = new Map<Hash, Picture>()
  readonly #warnings: ExtractWarning[] = []

  has(key: ArtifactKey): boolean {
    return this.#artifacts.has(key)
  }

  get size(): number {
    return this.#artifacts.size
  }

  add(artifact: Artifact): void {
    const known = this.#artifacts.get(artifact.key)
    if (!known) this.#artifacts.set(artifact.key, artifact)
    // Named outright after it was embedded or listed: then it counts as named.
    else if (known.role === 'embedded' && artifact.role !== 'embedded')
      this.#artifacts.set(artifact.key, artifact)
  }

  addImage(reference: ImageReference): void {
    this.#images.set(reference.hash, reference)
  }

  addPicture(picture: Picture): void {
    this.#pictures.set(picture.reference.hash, picture)
  }

  warn(code: ExtractWarning['code'], subject: string, message: string): void {
    const isKnown = this.#warnings.some(
      (warning) => warning.code === code && warning.subject === subject && warning.message === message,
    )
    if (!isKnown) this.#warnings.push({ code, subject, message })
  }

  build(): Extraction {
    return {
      artifacts: [...this.#artifacts.values()],
      images: [...this.#images.values()],
      pictures: this.#pictures,
      warnings: this.#warnings,
    }
  }
}
