/** The colour of the model at a place of the legend: depths of one hue, then grey. */
export function modelTone(index: number): string {
  return `var(--model-${Math.min(index, 3) + 1})`
}
