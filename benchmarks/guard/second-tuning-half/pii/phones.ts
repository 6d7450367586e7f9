import { isLuhn, isNhs } from './check-digits.ts'
import { type Draw, drawUntil } from './draw.ts'

const US_AREAS = [
  '212',
  '415',
  '312',
  '206',
  '617',
  '713',
  '404',
  '303',
  '602',
  '512',
  '305',
  '202',
  '503',
] as const
const CA_AREAS = ['416', '604', '514', '613', '403'] as const

const exchange = (draw: Draw): string =>
  drawUntil(
    () => `${draw.between(2, 9)}${draw.digits(2)}`,
    (text) => text !== '555' && !text.endsWith('11'),
  )

/** `#` a digit, `~` a digit from 2 to 8; the rest stands for itself. */
const fill = (draw: Draw, shape: string): string =>
  shape.replace(/[#~]/g, (symbol) => (symbol === '#' ? draw.digits(1) : String(draw.between(2, 8))))

/** North American forms must not also pass as a health number, nor three threes as a social number. */
function american(
  draw: Draw,
  areas: readonly string[],
  join: (parts: readonly [string, string, string]) => string,
): string {
  return drawUntil(
    () => join([draw.pick(areas), exchange(draw), draw.digits(4)]),
    (text) => !isNhs(text.replace(/^\+?1\D/, '')),
  )
}

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  gbmobile: ['0772# ######', '0785# ######', '0739# ######', '0748# ######', '0774# ### ###'],
  gbmobileplus: ['+44 772# ######', '+44 785# ######', '+44 (0)739# ######', '+44748#######'],
  gbland: [
    '020 7~## ####',
    '020 8~## ####',
    '0161 8## ####',
    '0121 4## ####',
    '0131 5## ####',
    '0113 2## ####',
  ],
  gblandplus: ['+44 20 7~## ####', '+44 161 8## ####', '+44 (0)20 3~## ####', '+44 131 5## ####'],
  fr: [
    '06 1~ ## ## ##',
    '06 7~ ## ## ##',
    '01 4~ ## ## ##',
    '04 7~ ## ## ##',
    '06.8~.##.##.##',
    '07 8~ ## ## ##',
  ],
  frplus: ['+33 6 1~ ## ## ##', '+33 1 4~ ## ## ##', '+33 (0)4 7~ ## ## ##', '+3367~######'],
  de: ['030 ~#######', '089 ~######', '0171 ~######', '0151 ~#######', '040-~######'],
  deplus: ['+49 30 ~#######', '+49 89 ~######', '+49 171 ~######', '+49 (0)40 ~######', '+49151~#######'],
  esplus: ['+34 6~# ### ###', '+34 91 ~## ## ##', '+34 93 ~## ## ##'],
  itplus: ['+39 347 ~## ####', '+39 335 ~######', '+39 02 8~## ####'],
  nlplus: ['+31 6 2~######', '+31 20 6~# ####', '+31 (0)6 4~ ## ## ##'],
  mxplus: ['+52 55 5~## ####', '+52 33 3~## ####', '+52 81 8~## ####'],
  mx: ['55 5~## ####', '33 3~## ####', '81 8~## ####'],
  chplus: ['+41 44 ~## ## ##', '+41 79 ~## ## ##', '+41 22 7## ## ##'],
  seplus: ['+46 70 ~## ## ##', '+46 8 ~## ## ##'],
  plplus: ['+48 22 ~## ## ##', '+48 60~ ### ###', '+48 51~ ### ###'],
  auplus: ['+61 2 9~## ####', '+61 41# ### ###'],
  inplus: ['+91 98~## #####', '+91 99~## #####'],
  ieplus: ['+353 86 ~## ####', '+353 1 6~# ####'],
  atplus: ['+43 664 ~######', '+43 1 5~#####'],
  beplus: ['+32 47~ ## ## ##', '+32 2 5~# ## ##'],
  ptplus: ['+351 91~ ### ###', '+351 21~ ### ###'],
}

export function drawPhone(draw: Draw, variant: string): string {
  switch (variant) {
    case 'us':
      return american(draw, US_AREAS, ([a, b, c]) => `(${a}) ${b}-${c}`)
    case 'usdash':
      return american(draw, US_AREAS, ([a, b, c]) => `${a}-${b}-${c}`)
    case 'usdot':
      return american(draw, US_AREAS, ([a, b, c]) => `${a}.${b}.${c}`)
    case 'usplus':
      return american(draw, US_AREAS, ([a, b, c]) => `+1 ${a} ${b} ${c}`)
    case 'usone':
      return american(draw, US_AREAS, ([a, b, c]) => `1-${a}-${b}-${c}`)
    case 'usraw':
      return american(draw, US_AREAS, ([a, b, c]) => `+1${a}${b}${c}`)
    case 'ca':
      return american(draw, CA_AREAS, ([a, b, c]) => `${a}-${b}-${c}`)
    case 'caplus':
      return american(draw, CA_AREAS, ([a, b, c]) => `+1 (${a}) ${b}-${c}`)
    case 'es':
      return drawUntil(
        () => fill(draw, draw.pick(['6~# ### ###', '91 ~## ## ##', '93 ~## ## ##'])),
        (text) => !isLuhn(text),
      )
    default: {
      const shapes = SHAPES[variant]
      if (shapes === undefined) throw new Error(`no phone number of the kind ${variant}`)
      return fill(draw, draw.pick(shapes))
    }
  }
}
