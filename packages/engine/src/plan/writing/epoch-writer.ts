import type { Artifact, ArtifactKey, ImageReference } from '../../artifact/artifact.ts'
import { hashText } from '../../artifact/hash.ts'
import { imageTokens } from '../../budget/tokenizer.ts'
import type { PersistentMap } from '../../collection/persistent-map.ts'
import type { Memo } from '../../memo.ts'
import type { BlockOrigin, PlacedBlock } from './block.ts'
import type { Epoch, Layout, Omission, OmissionReason, Place, ToolRun } from '../epoch/epoch.ts'
import type { MessageRole, Part } from '../message.ts'
import type { ModelSpec } from '../model-spec.ts'
import { renderedArtifact } from './rendered-artifact.ts'

/** Structure for counting what is no text: a call or a result carries a name and an id besides. */
export const CALL_OVERHEAD = 8

/** Writes at the end of an epoch. Everything before stays as it is; `finish` gives the longer epoch. */
export class EpochWriter {
  readonly model: ModelSpec
  readonly memo: Memo
  readonly layout: Layout
  readonly renderingVersion: number
  places: PersistentMap<Place>
  images: PersistentMap<number>
  deadTokens: number
  cut: number
  updatesExplained: boolean
  toolRuns: readonly ToolRun[]
  lastReferences: Epoch['lastReferences']
  toldMemory: string
  hasTurnEntries: boolean
  stemEnd: number
  stemTokens: number
  baseEnd: number
  foldEnd: number
  omissions: PersistentMap<Omission>
  recalled: Epoch['recalled']
  readonly #epoch: Epoch
  readonly #added: PlacedBlock[] = []
  #last: PlacedBlock | undefined

  constructor(epoch: Epoch, model: ModelSpec, memo: Memo) {
    this.#epoch = epoch
    this.model = model
    this.memo = memo
    this.layout = epoch.layout
    this.places = epoch.places
    this.images = epoch.images
    this.deadTokens = epoch.deadTokens
    this.cut = epoch.cut
    this.renderingVersion = epoch.renderingVersion
    this.updatesExplained = epoch.updatesExplained ?? false
    this.toolRuns = epoch.toolRuns
    this.lastReferences = epoch.lastReferences
    this.toldMemory = epoch.toldMemory
    this.hasTurnEntries = epoch.hasTurnEntries
    this.stemEnd = epoch.stemEnd
    this.baseEnd = epoch.baseEnd
    this.foldEnd = epoch.foldEnd
    this.omissions = epoch.omissions
    this.recalled = epoch.recalled
    this.stemTokens = epoch.stemTokens
    this.#last = epoch.blocks.last()
  }

  /** Tokens of the blocks so far, tool definitions left out. */
  get tokens(): number {
    return this.#last?.end ?? 0
  }

  get length(): number {
    return this.#epoch.blocks.length + this.#added.length
  }

  get lastRole(): MessageRole | undefined {
    return this.#last?.role
  }

  /** Adds a text; neighbours in one message are set apart by a blank line. Returns its tokens. */
  addText(role: MessageRole, text: string, origin: BlockOrigin): number {
    const joined = this.#continues(role) ? `\n\n${text}` : text
    const tokens = this.count(joined)
    this.#place(role, { kind: 'text', text: joined }, tokens, origin)
    return tokens
  }

  /** Adds text blocks of the user's side again, as the same text at another place. */
  repeat(blocks: readonly PlacedBlock[]): void {
    for (const { role, part, origin } of blocks)
      if (part.kind === 'text') this.addText(role, part.text.replace(/^\n\n/, ''), origin)
      else this.addVerbatim(role, part, origin)
  }

  /** Adds an artifact in full; rendering and counting are remembered by version. */
  addArtifact(role: MessageRole, artifact: Artifact, turn: number): number {
    const joined = this.#continues(role)
    const rendered = renderedArtifact(this, artifact, turn, joined)
    this.#place(role, { kind: 'text', text: rendered.text }, rendered.tokens, {
      piece: 'artifact',
      turn,
      key: artifact.key,
      contentHash: artifact.contentHash,
    })
    return rendered.tokens
  }

  /** Adds a model's own words exactly as they were received. */
  addVerbatim(role: MessageRole, part: Part, origin: BlockOrigin): number {
    const tokens = this.#countPart(part)
    this.#place(role, part, tokens, origin)
    return tokens
  }

  addImage(image: ImageReference, turn: number): void {
    this.#place('user', { kind: 'image', image }, imageTokens(image), {
      piece: 'image',
      turn,
      key: image.name,
    })
    this.images = this.images.set(image.hash, turn)
  }

  /** A re-base would repeat nothing from here on. */
  lowerCut(tokens: number): void {
    this.cut = Math.min(this.cut, tokens)
  }

  setPlace(key: ArtifactKey, place: Place): void {
    const before = this.places.get(key)
    this.deadTokens += deadTokensOf(place) - (before ? deadTokensOf(before) : 0)
    this.places = this.places.set(key, place)
  }

  count(text: string): number {
    return this.model.tokenizer.count(text)
  }

  finish(changes: Partial<Epoch>): Epoch {
    return {
      ...this.#epoch,
      blocks: this.#epoch.blocks.append(this.#added),
      places: this.places,
      images: this.images,
      deadTokens: this.deadTokens,
      cut: this.cut,
      ...(this.updatesExplained ? { updatesExplained: true as const } : {}),
      toolRuns: this.toolRuns,
      lastReferences: this.lastReferences,
      toldMemory: this.toldMemory,
      hasTurnEntries: this.hasTurnEntries,
      stemEnd: this.stemEnd,
      stemTokens: this.stemTokens,
      baseEnd: this.baseEnd,
      foldEnd: this.foldEnd,
      omissions: this.omissions,
      ...(this.recalled ? { recalled: this.recalled } : {}),
      ...changes,
    }
  }

  /** Lists what is not in the request, or not whole; each thing once for each reason. */
  omit(omission: Omission): void {
    this.omissions = this.omissions.set(omissionId(omission.key, omission.reason), omission)
  }

  unomit(key: string, reason: OmissionReason): void {
    this.omissions = this.omissions.delete(omissionId(key, reason))
  }

  /** What this writer added, in order. */
  get added(): readonly PlacedBlock[] {
    return this.#added
  }

  #continues(role: MessageRole): boolean {
    return this.#last?.role === role
  }

  #countPart(part: Part): number {
    switch (part.kind) {
      case 'text':
      case 'reasoning':
        return this.count(part.text)
      case 'tool-call':
        return this.count(part.arguments) + this.count(part.tool) + CALL_OVERHEAD
      case 'tool-result':
        return this.count(part.text) + CALL_OVERHEAD
      case 'image':
        return imageTokens(part.image)
      default:
        return part satisfies never
    }
  }

  #place(role: MessageRole, part: Part, tokens: number, origin: BlockOrigin): void {
    const chain = hashText(`${this.#last?.chain ?? ''}\n${role}\n${partText(part)}`)
    const placed: PlacedBlock = { role, part, tokens, origin, chain, end: this.tokens + tokens }
    this.#added.push(placed)
    this.#last = placed
  }
}

function omissionId(key: string, reason: OmissionReason): string {
  return `${reason}\n${key}`
}

function deadTokensOf(place: Place): number {
  return place.form === 'compacted' ? 0 : Math.max(0, place.standingTokens - place.newestTokens)
}

/** The bytes of a part that a provider reads, with its kind. */
function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `text\n${part.text}`
    case 'image':
      return `image\n${part.image.mediaType}\n${part.image.hash}`
    case 'tool-call':
      return `tool-call\n${part.callId}\n${part.tool}\n${part.arguments}`
    case 'tool-result':
      return `tool-result\n${part.callId}\n${part.tool}\n${part.text}`
    case 'reasoning':
      return `reasoning\n${part.opaque ?? ''}\n${part.text}`
    default:
      return part satisfies never
  }
}
