/** Common given names of several languages, folded: a capitalised word behind one is likely a surname. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `aaron abigail adam adele adrian agnes agnieszka ahmed aidan aisha alan alastair albert alberto alejandra
  alejandro alessandra alessandro alex alexander alexandra alfred alfredo ali alice alicia alina alison
  allison alma alvaro amanda amelia amina amir amy ana anastasia anders andrea andreas andrei andrew andrzej
  angela angus anika anita anja ann anna anne annie anthony antoine anton antonio ariana arjun arnaud arthur
  asha ashley astrid aurelie ava axel barbara barry bartosz beatrice beatriz ben benjamin benoit bernard bernd
  beth bethany bettina bianca bill birgit blanca bob bradley brandon brenda brian bridget brigitte bruno bryan
  callum cameron camille carl carla carlos carmen carol carolina caroline carsten catherine cathy cecilia
  celine cesar chantal charles charlie charlotte cheryl chiara chloe chris christian christina christine
  christoph christopher cindy claire clara claude claudia clemens clive colin colleen connor conor constance
  corinne craig cristina curtis cynthia damian damien daniel daniela darren david deborah declan delphine
  denis dennis derek desmond diana diego dieter dimitri dolores dominic dominik donald donna dora doris
  dorothy douglas duncan dylan eduardo edward edwin eileen elaine eleanor elena eleonora elias elif elisa
  elizabeth ella ellen eloise emanuel emil emilia emiliano emilie emily emma emre enrique enzo eric erik ernst
  esther ethan eugene eva evan evelyn ewa fabian fabio fabrice fatima federico felicity felix fernando filip
  fiona florian frances francesca francesco francisco francois frank franz fred frederic freya friedrich
  gabriel gabriela gareth gary gavin gemma georg george gerald gerard gerhard gilles gina giorgio giovanni
  giselle giulia giuseppe gloria gonzalo gordon grace graham greg gregory gretchen guadalupe guido guillaume
  gunther gustav gwen hamza hannah hans harald harold harriet harry harvey hassan heather hector heidi heike
  heinz helen helena helmut henri henrik henry herbert hilary holger holly horst howard hubert hugo ian
  ibrahim imogen imran ines inga ingo ingrid irene irina isaac isabel isabella isla itzel ivan jack jacob
  jacqueline jaime jakob jamal james jamie jan jane janet jasmine jason jasper javier jean jeff jenna jennifer
  jenny jens jeremy jerome jessica jesus jill jim joachim joan joanna joao joaquin jodie joe joel joerg johan
  johann johannes john johnny jolanta jonas jonathan jorge joris jose josef joseph josephine joshua joyce juan
  judith judy julia julian julie juliette jurgen justin jutta kai kamil karen karim karin karl karolina
  karsten katarzyna kate katharina katherine kathleen kathryn katie katrin keith kelly kenneth kerstin kevin
  kieran kirsten klaus kristin krzysztof kurt kyle lars laura lauren laurence laurent laurie lawrence lea leah
  leila lena leo leon leonardo leslie lewis liam lidia lillian lily linda lisa liu lorena lorenzo lorraine
  louis louisa louise luc luca lucas lucia lucy ludovic luis luisa lukas luke lydia lynn madeleine maeve
  magdalena magnus malcolm malgorzata malik manfred manon manuel manuela marc marcel marcin marco marcos
  marcus margaret margarita maria mariam marianne marie marilyn marina mario marion marisol marjorie mark
  markus marlene marlon marsha marta martha martin martina mary mateo mathieu matteo matthew matthias maureen
  maurice max maximilian maya meera megan mehmet melanie melissa mercedes mia micah michael michel michelle
  miguel mike milena mina mireille miriam mitchell mohamed mohammed moira molly monica monika morgan muhammad
  muriel mustafa nadia nancy naomi natalia natalie nathan neil nelson neville niamh nicholas nick nicolas
  nicole niels nigel nikhil nikolai nils nina noah noel noemi nora norman oksana ole olga oliver olivia
  olivier omar orla oscar osman otto owen pablo pamela paola paolo parvati pascal patrice patricia patrick
  paul paula pauline pavel pedro peggy penelope percy perry peter petra philip philippe phoebe phyllis pia
  pierre pilar piotr poppy preston priya quentin rachel rafael rahul raj ralf ralph ramon randy raphael raquel
  rashid raul ravi raymond rebecca regina reinhard remi renate rene renee rhys ricarda ricardo richard rita
  rob robert roberto robin rocio rodrigo roger rohan roland ronald rosa rosalind rose rosemary rosie ross
  rowan roy rupert russell ruth ryan sabine sabrina sally sam samantha samuel sandra sanjay santiago sara
  sarah saul scott sean sebastian selma sergio seth shane shannon sharon shaun sheila shirley sibylle sidney
  sigrid silke silvia simon simone siobhan sofia solange sonia sophie soren stan stefan stefania stella
  stephanie stephen steve steven stuart sue sunil susan susanne sven svenja sylvia sylvie tamara tanja tanya
  tara tariq tatiana terence teresa tessa thea theo theodore theresa thierry thomas thorsten tiffany tim
  timothy tina tobias todd tom tomas tomasz tony torsten travis trevor tristan ulrich ursula uwe valentina
  valeria valerie vanessa vasily vera vernon veronica vicky victor victoria viktor vincent viola virginia
  vivian walter wanda warren wayne wei wendy werner wesley wiktor wilhelm will william winston wojciech
  wolfgang xavier yannick yasmin yolanda yusuf yves yvonne zachary zainab zoe zofia zuzanna`.split(/\s+/),
)
