import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokenizer } from './estimate-tokenizer.ts'
import { o200kTokenizer } from './o200k-tokenizer.ts'
import { anyText } from './testing/any-text.ts'

/** Ids contain no words: a small generator imitates those of real systems. */
function idsOf(alphabet: string, lengths: readonly number[]): string {
  let seed = 7
  const next = (): string => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return alphabet.charAt((seed >> 8) % alphabet.length)
  }
  const id = (): string => lengths.map((length) => Array.from({ length }, next).join('')).join('-')
  return Array.from({ length: 40 }, id).join('\n')
}

const HEX = '0123456789abcdef'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const TEXTS: Readonly<Record<string, string>> = {
  english: 'The team met yesterday to talk about the launch, and moved two tasks to next week.',
  code: 'export function add(left: number, right: number): number {\n  return left + right\n}\n\n',
  german: 'Das Team traf sich gestern, um den neuen Plan zu besprechen, und verschob einige Aufgaben.',
  french:
    'La tempête a coupé le courant sur toute l’île, alors les voisins se sont réunis pour faire du café au gaz. ' +
    'Les enfants lisaient des contes à la bougie et attendaient que les vagues se calment avant le matin.',
  spanish:
    'La tormenta dejó sin luz a toda la isla, así que los vecinos se juntaron para hacer café en la cocina de gas. ' +
    'Los niños leían cuentos a la luz de las velas y esperaban que las olas se calmaran antes del amanecer.',
  polish: 'Zespół spotkał się wczoraj, aby omówić nowy plan, i przesunął dwa zadania na przyszły tydzień.',
  finnish:
    'Myrsky katkaisi sähköt koko saarelta, joten naapurit kokoontuivat keittämään kahvia kaasuliedellä. ' +
    'Lapset lukivat satuja kynttilänvalossa ja odottivat, että aallokko tyyntyisi aamuun mennessä.',
  hungarian:
    'A vihar miatt az egész szigeten elment az áram, ezért a szomszédok a gáztűzhelyen főztek kávét. ' +
    'A gyerekek gyertyafény mellett meséket olvastak, és várták, hogy reggelre elcsendesedjenek a hullámok.',
  turkish:
    'Fırtına yüzünden bütün adada elektrikler kesildi, bu yüzden komşular ocakta kahve pişirmek için toplandı. ' +
    'Çocuklar mum ışığında masal okuyup dalgaların sabaha kadar dinmesini bekledi.',
  ukrainian:
    'Через бурю на всьому острові зникло світло, тому сусіди зібралися варити каву на газовій плиті. ' +
    'Діти читали казки при свічках і чекали, поки до ранку вщухнуть хвилі.',
  russian:
    'Из-за бури на всём острове пропал свет, поэтому соседи собрались варить кофе на газовой плите. ' +
    'Дети читали сказки при свечах и ждали, пока к утру утихнут волны.',
  arabic:
    'انقطعت الكهرباء عن الجزيرة كلها بسبب العاصفة، فاجتمع الجيران لإعداد القهوة على موقد الغاز. ' +
    'وكان الأطفال يقرؤون الحكايات على ضوء الشموع وينتظرون أن تهدأ الأمواج قبل الصباح.',
  hebrew: 'הצוות נפגש אתמול כדי לדון בתוכנית ההשקה החדשה והחליט לדחות חלק מהמשימות.',
  hindi: 'टीम ने कल नई योजना पर चर्चा करने के लिए बैठक की और कुछ काम टालने का निर्णय लिया।',
  thai: 'พายุทำให้ไฟฟ้าดับทั้งเกาะ เพื่อนบ้านจึงมารวมตัวกันต้มกาแฟบนเตาแก๊ส เด็กๆ อ่านนิทานใต้แสงเทียนและรอให้คลื่นสงบลงก่อนรุ่งเช้า',
  chinese: '团队昨天开会讨论了新的发布计划，并同意将部分任务推迟到下周。',
  japanese: 'チームは昨日、新しい計画について話し合うために集まり、いくつかの作業を来週に延期しました。',
  korean: '팀은 어제 새로운 출시 계획을 논의하기 위해 모였고 일부 작업을 다음 주로 미루었습니다.',
  'finnish minutes':
    'Kokouksessa päätettiin siirtää julkaisu ensi viikolle palvelimen ongelmien vuoksi. Antti tarkistaa tietokannan ' +
    'ja Sari lähettää loppuraportin johtajalle sunnuntaina. Olipa kerran köyhä kalastaja, joka asui meren rannalla.',
  'hungarian minutes':
    'Az értekezlet jegyzőkönyve: a csapat úgy döntött, hogy a bevezetést a jövő hétre halasztja a szerver hibái ' +
    'miatt. Péter átnézi az adatbázist, Anna pedig vasárnapig elküldi a végleges jelentést.',
  'turkish minutes':
    'Toplantıda, sunucu sorunları nedeniyle yayının gelecek haftaya ertelenmesine karar verildi. Ahmet veritabanını ' +
    'inceleyecek, Elif ise son raporu pazar günü müdüre gönderecek. Soğanı ve domatesleri doğrayın.',
  'ukrainian minutes':
    'На зустрічі вирішили перенести запуск на наступний тиждень через проблеми з сервером. Андрій перевірить базу ' +
    'даних, а Олена надішле остаточний звіт керівникові в неділю.',
  'thai minutes':
    'ที่ประชุมมีมติเลื่อนการเปิดตัวไปเป็นสัปดาห์หน้าเนื่องจากปัญหาของเซิร์ฟเวอร์ สมชายจะตรวจสอบฐานข้อมูล และมาลีจะส่งรายงานฉบับสมบูรณ์ให้ผู้จัดการในวันอาทิตย์',
  'arabic mixed':
    'مرحبا! هل ستأتي الليلة إلى العشاء؟ سيكون كل شيء جاهزا في السابعة، وستحضر ليلى الحلوى معها. ' +
    'يعد زيت الزيتون من أهم مكونات المطبخ المتوسطي. قطع البصل والطماطم، ثم أضف الثوم والكمون واتركها على نار هادئة. ' +
    'محضر الاجتماع: تقرر تأجيل إطلاق المنتج إلى الأسبوع القادم بسبب مشكلات في الخادم.',
  'arabic with vowels':
    'بِسْمِ اللَّهِ الرَّحْمَنِ الرَّحِيمِ الْحَمْدُ لِلَّهِ رَبِّ الْعَالَمِينَ قِفَا نَبْكِ مِنْ ذِكْرَى حَبِيبٍ وَمَنْزِلِ بِسِقْطِ اللِّوَى بَيْنَ الدَّخُولِ فَحَوْمَلِ',
  'hebrew with vowels': 'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ',
  uuids: idsOf(HEX, [8, 4, 4, 4, 12]),
  hashes: idsOf(HEX, [64]),
  'commit ids': idsOf(HEX, [8]),
  keys: idsOf(`${LETTERS}${LETTERS.toUpperCase()}0123456789`, [22]),
  'letter ids': idsOf(LETTERS, [12]),
  numbers: idsOf('0123456789', [4, 6]),
}

describe('estimateTokenizer', () => {
  test('[B-1] nothing costs nothing, and anything costs something', () => {
    const { count } = estimateTokenizer()
    expect(count('')).toBe(0)
    for (const text of [' ', '\n', '\u200b', '\ud800', 'a', '.', '\0']) expect(count(text)).toBeGreaterThan(0)
    fc.assert(
      fc.property(
        anyText().filter((text) => text !== ''),
        (text) => {
          const tokens = count(text)
          expect(Number.isSafeInteger(tokens) && tokens > 0).toBe(true)
          expect(count(text)).toBe(tokens)
        },
      ),
    )
  })

  test.each(Object.entries(TEXTS))(
    '[B-1] %s: the estimate is within a fifth of an exact count',
    (_, text) => {
      const exact = o200kTokenizer.count(text)
      const share = estimateTokenizer().count(text) / exact
      expect(share).toBeGreaterThan(0.8)
      expect(share).toBeLessThan(1.2)
    },
  )

  test('two parts cost about what they cost together', () => {
    const { count } = estimateTokenizer()
    fc.assert(
      fc.property(fc.lorem({ maxCount: 40 }), fc.lorem({ maxCount: 40 }), (left, right) => {
        const apart = count(`${left}\n`) + count(right)
        expect(Math.abs(apart - count(`${left}\n${right}`))).toBeLessThanOrEqual(2)
      }),
    )
  })

  test('long runs are counted to the end, and never as nothing', () => {
    const { count } = estimateTokenizer()
    expect(count('a'.repeat(200_000))).toBeGreaterThan(20_000)
    expect(count(' '.repeat(200_000))).toBeGreaterThan(1000)
    expect(count('\n'.repeat(200_000))).toBeGreaterThan(1000)
    expect(count('\ud83d'.repeat(200_000))).toBeGreaterThan(1000)
    expect(count('👩‍👩‍👧‍👦'.repeat(20_000))).toBeGreaterThan(20_000)
    expect(count('word, and more of it. '.repeat(480_000))).toBeGreaterThan(2_000_000)
  })

  test('the id names the calibration, which scales and is bounded', () => {
    const text = (TEXTS['english'] ?? '').repeat(20)
    const plain = estimateTokenizer()
    const more = estimateTokenizer(1.5)
    expect(plain.id).not.toBe(more.id)
    expect(more.count(text)).toBe(Math.ceil(plain.count(text) * 1.5))
    expect(estimateTokenizer(99).id).toBe(estimateTokenizer(2).id)
    expect(estimateTokenizer(0).id).toBe(estimateTokenizer(0.5).id)
    expect(estimateTokenizer(Number.NaN).id).toBe(plain.id)
    expect(estimateTokenizer(0.5).count('a')).toBe(1)
  })
})
