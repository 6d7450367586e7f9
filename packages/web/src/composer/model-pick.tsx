import type { ModelView } from '@varve/server/types'

interface ModelPickProps {
  readonly models: readonly ModelView[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

/** Who will answer. With one model there is nothing to choose, so its name and what it is stand there. */
export function ModelPick({ models, chosen, onChoose }: ModelPickProps) {
  const model = models.find(({ id }) => id === chosen) ?? models[0]
  if (!model) return null
  if (models.length === 1)
    return (
      <span className="model-pick" title={`${model.name}, ${model.label}`}>
        <span className="visually-hidden">{model.name}</span>
        <small className="cut">{model.label || model.name}</small>
      </span>
    )
  return (
    <label className="model-pick">
      <span className="visually-hidden">Model</span>
      <select value={model.id} onChange={(event) => onChoose(event.target.value)}>
        {models.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <small className="cut">{model.label}</small>
    </label>
  )
}
