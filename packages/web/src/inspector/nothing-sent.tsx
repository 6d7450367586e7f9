import type { LayerId } from '@varve/server/types'
import { LayerTag } from '../parts/layer-tag.tsx'
import './nothing-sent.css'

const WORDS: readonly (readonly [LayerId, string, string])[] = [
  ['L1', 'System', 'how the model should work; the same in every turn'],
  ['L2', 'Library', 'notes from earlier turns; only grows'],
  ['L3', 'Turn', 'what you attach to this message'],
  ['L4', 'History', 'your questions and the answers so far'],
  ['L5', 'User', 'what you ask now'],
]

/** Before the first message: the five layers, in words. */
export function NothingSent() {
  return (
    <div className="nothing-sent">
      <h3>Nothing has been sent.</h3>
      <p>
        Every request is laid down in five layers. After the first message they stand here, with each word and
        its tokens.
      </p>
      <dl>
        {WORDS.map(([id, title, words]) => (
          <div key={id}>
            <dt>
              <LayerTag id={id} />
              {title}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
