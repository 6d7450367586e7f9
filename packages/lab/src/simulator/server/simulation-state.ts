import { type CacheProfile, DEFAULT_PROFILES, type Tokenizer } from '@varve/engine'
import type { WireProtocol } from '@varve/providers'
import type { ComparedRequest } from '../cache/diagnose.ts'
import { CacheBank } from '../cache/cache-bank.ts'
import { modelProfile, type ProfileId } from '../cache/model-profile.ts'
import type { SimulationOptions, RecordedRequest } from '../simulator.ts'
import { CachedContents } from './cached-contents.ts'
import { type Incoming, keptHeaders, pathWithoutKey } from './incoming.ts'

/** What the simulated providers remember from one request to the next. */
export class SimulationState {
  readonly options: SimulationOptions
  /** One for each tokenizer; a model always has the same. */
  readonly #banks = new Map<Tokenizer, CacheBank>()
  readonly objects = new CachedContents()
  /** Requests that asked for a diagnosis, by the number of their response. */
  readonly compared = new Map<string, ComparedRequest>()
  #serial = 0

  constructor(options: SimulationOptions) {
    this.options = options
  }

  /** The caches of a model and of all that are counted like it. */
  bankOf(model: string): CacheBank {
    const own = this.options.tokenizerOf?.(model) ?? this.options.tokenizer
    const bank = this.#banks.get(own) ?? new CacheBank(own)
    this.#banks.set(own, bank)
    return bank
  }

  /** The cache rules for a model; undefined where there is no such model. */
  profileOf(protocol: WireProtocol, model: string): CacheProfile | undefined {
    const id = this.options.models?.[model] ?? modelProfile(protocol, model)
    return id && this.profile(id)
  }

  profile(id: ProfileId): CacheProfile {
    return this.options.profiles?.[id] ?? DEFAULT_PROFILES[id]
  }

  nextSerial(): number {
    this.#serial += 1
    return this.#serial
  }
}

/** A record that is still being written. */
export type OpenRecord = {
  -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name]
}

/** The requests that a simulator received, oldest first. */
export class RequestLog {
  readonly requests: OpenRecord[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  open(incoming: Incoming, at: number): OpenRecord {
    const record: OpenRecord = {
      at,
      method: incoming.method,
      path: pathWithoutKey(incoming),
      headers: keptHeaders(incoming),
      bodyText: incoming.bodyText,
      status: 0,
      outcome: 'open',
    }
    this.requests.push(record)
    if (this.requests.length > this.#limit) this.requests.shift()
    return record
  }
}
