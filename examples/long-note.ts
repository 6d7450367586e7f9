/** A note of about 3,600 tokens, and questions about it. */
const LINE = 'Practise the scale slowly, then play it with the others and write down what was hard.\n'
export const NOTE = `# Plan\nWe launch on 12 December.\n${LINE.repeat(170)}`
export const QUESTIONS = [
  'When do we launch?',
  'What comes first?',
  'And then?',
  'What is hard?',
  'Sum it up.',
]
