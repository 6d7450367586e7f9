/** Common given names of several languages, folded: a capitalised word behind one is likely a surname. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `aaron adam adrian agnes agnieszka ahmed aisha alan albert alejandra alejandro alex alexander alexandra alfred ali alice
  alicia alina amanda amelia amy ana anastasia andrea andreas andrei andrew andrzej angela anita anja ann anna anne annie
  antoine anton antonio arthur astrid barbara beatriz ben benjamin bernard beth bettina bill birgit bob brandon brian
  brigitte bruno camille carl carla carlos carmen caroline catherine cecilia charles charlotte chloe chris christian
  christina christine christoph christopher claire clara claude claudia clemens cristina daniel daniela david deborah denis
  dennis diana diego dieter dimitri dominik donald dorothy edward elena eleonora elisa elizabeth ella emily emma enrique
  eric erik ernst esther eva fatima felix fernando filip florian francesca francesco francisco francois frank franz
  frederic friedrich gabriel gabriela gary george georg gerard gerhard giorgio giovanni giulia giuseppe grace greg gregory
  guillaume gustav hannah hans harald harry hassan heather heike helen helena helmut henri henry herbert hugo ian ibrahim
  ines ingrid irene irina isabel isabella ivan jack jacob jacqueline jakob james jan jane janet jason javier jean jeff
  jennifer jens jeremy jessica jim joan joanna joao joe johan johann johannes john johnny jonas jonathan jorge jose joseph
  joshua juan judith julia julian julie juliette jurgen karen karin karl karsten kate katharina katherine kathleen katrin
  kelly kenneth kevin klaus krzysztof laura lauren laurent lea leila lena leo leon leonardo linda lisa liu louis louise luca
  lucas lucia lucy luis luisa lukas magdalena malgorzata manuel marc marcel marco marcos marcus margaret maria mariam marie
  marina mario marion mark marta martha martin martina mary mateo mathieu matteo matthew matthias max maximilian megan
  mehmet melissa michael michel michelle miguel mike mohamed mohammed monica monika nadia nancy natalia natalie nathan
  nicholas nick nicole nicolas nikolai nils nina noah nora olga oliver olivia omar oscar otto pablo paola paolo pascal
  patricia patrick paul paula pauline pavel pedro peter petra philip philippe pierre piotr priya rachel rafael rahul raj
  ralf ramon raquel rebecca renate ricardo richard rita robert roberto roger roland rosa rose ruth ryan sabine sally sam
  samantha samuel sandra sara sarah scott sean sebastian sergio sharon silvia simon sofia sonia sophie stefan stefania
  stephanie stephen steve steven susan susanne sven sylvie tanja tara teresa theo theresa thomas tim timothy tobias tom
  tomas tomasz tony ulrich ursula valentina vanessa vera veronica victor victoria vincent virginia walter wei werner
  wilhelm will william wolfgang xavier yasmin yves zoe`.split(/\s+/),
)
