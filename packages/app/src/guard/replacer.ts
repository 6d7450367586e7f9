import {
  type Artifact,
  type GatheredResult,
  hashText,
  type ImageReference,
  type Rewriting,
  type SectionInput,
  type ToolDefinition,
} from '@varve/engine'
import { type Finding, KnownValues, redactText, type RedactionState } from '@varve/guard'
import { artifactTexts, toolText } from './pieces.ts'

/** Replaces what was found, text after text, so that a value has the same placeholder wherever it stands. */
export class Replacer {
  state: RedactionState
  readonly #scan: (text: string) => readonly Finding[]
  readonly #types: ReadonlySet<string>

  constructor(state: RedactionState, scan: (text: string) => readonly Finding[], types: ReadonlySet<string>) {
    this.state = state
    this.#scan = scan
    this.#types = types
  }

  readonly text = (text: string): string => this.#replace(text, false)

  /** What was said before may hold placeholders that were given out: they stay what they are. */
  forHistory(): Rewriting {
    const text = (said: string): string => this.#replace(said, true)
    return { text, artifact: (artifact) => this.#artifact(artifact, text) }
  }

  /** What was said before and has been guarded changes only where it holds a value that was not known by then. */
  forKnown({ values }: RedactionState): Rewriting {
    const learned = Object.entries(this.state.values).filter(
      ([placeholder]) => !(placeholder in values) && !placeholder.startsWith('<<LITERAL_'),
    )
    const known = new KnownValues(learned.map(([placeholder, value]) => [value, placeholder]))
    const text = (said: string): string => (known.findIn(said).length > 0 ? this.#replace(said, true) : said)
    return { text, artifact: (artifact) => this.#artifact(artifact, text) }
  }

  #replace(text: string, keepKnownPlaceholders: boolean): string {
    const findings = this.#scan(text).filter(({ type }) => this.#types.has(type))
    const redacted = redactText(this.state, text, findings, { keepKnownPlaceholders })
    this.state = redacted.state
    return redacted.text
  }

  readonly section = (section: SectionInput): SectionInput => {
    const text = this.text(section.text)
    return text === section.text ? section : { ...section, text }
  }

  readonly tool = (tool: ToolDefinition): ToolDefinition =>
    this.#scan(toolText(tool)).some(({ type }) => this.#types.has(type))
      ? { ...inTexts(tool, this.text), name: tool.name }
      : tool

  readonly gathered = (result: GatheredResult): GatheredResult => {
    const hits = result.hits?.map((hit) => ({ ...hit, key: this.text(hit.key), text: this.text(hit.text) }))
    const { arguments: args, text } = result
    return { ...result, arguments: this.text(args), text: this.text(text), ...(hits ? { hits } : {}) }
  }

  readonly image = (image: ImageReference): ImageReference => ({ ...image, name: this.text(image.name) })

  readonly artifact = (artifact: Artifact): Artifact => this.#artifact(artifact, this.text)

  #artifact(artifact: Artifact, replace: (text: string) => string): Artifact {
    const [key = '', title = '', content = '', ...names] = artifactTexts(artifact).map(replace)
    const images = artifact.images.map((image, index) => ({ ...image, name: names[index] ?? image.name }))
    const isNamed = images.every(({ name }, index) => name === artifact.images[index]?.name)
    if (key === artifact.key && title === artifact.title && content === artifact.content && isNamed)
      return artifact
    const { path, url, name } = artifact.source
    return {
      ...artifact,
      key,
      title,
      content,
      images,
      contentHash: content === artifact.content ? artifact.contentHash : hashText(content),
      source: {
        ...artifact.source,
        ...(path === undefined ? {} : { path: replace(path) }),
        ...(url === undefined ? {} : { url: replace(url) }),
        ...(name === undefined ? {} : { name: replace(name) }),
      },
      metadata: { ...artifact.metadata, ...originalOf(artifact) },
    }
  }
}

/** The same data with each of its texts replaced; names of fields stay. */
function inTexts<Data>(data: Data, replace: (text: string) => string): Data {
  if (typeof data === 'string') return replace(data) as Data
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.map((item: unknown) => inTexts(item, replace)) as Data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, inTexts(value as unknown, replace)]),
  ) as Data
}

/** What the workspace knows it by; kept beside it, and in no prompt. */
function originalOf({ contentHash, source, metadata }: Artifact): Artifact['metadata'] {
  if (metadata['original']) return {}
  const { path } = source
  return { original: { hash: contentHash, ...(path === undefined ? {} : { path }) } }
}
