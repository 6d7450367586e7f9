import { estimateTokenizer } from '../../packages/engine/src/index.ts'
import { startSimulator } from '../../packages/lab/src/simulator/index.ts'

const { url } = await startSimulator({ clock: Date.now, tokenizer: estimateTokenizer() })
process.send?.(url)
