/** English words of what people eat, play, watch, learn, wear and feel: they lean towards small talk. */
export const ENGLISH_EVERYDAY = `
  adorable | adverb | airport lounge | alarm clock | algebra | amazing | anime | annoyed | ant | app icon |
  apricot | archer | armchair | arsenal | astronomy | athlete | atom | avatar | awesome | baby name |
  backend | backpack | bacon | bacteria | bagel | bake | ball | ballet | banana | banjo | barbell | basil |
  bass line | bath | batman | battle | beach | bean | beans | bear | beautiful | bed | beef | berry |
  biology | biscuit | blanket | blessed | blizzard | blockbuster | blueberry | bookshelf | boots | boring |
  boss level | boxing | bracelet | breathing | breeze | broom | broth | browser | bun | bunny | burger |
  butterfly | cabbage | cactus | cake | callback | calm | campervan | camping | candle | candy | caramel |
  cartoon | cascade | celebrity | celery | cell wall | cello | cereal | chameleon | championship |
  checkers | cheerful | cheerleader | cheese | cherry | chili | chocolate | chores | cinnamon |
  civilisation | civilization | climb | closet | cloudy | coach says | cocoa | coconut | comedy | comic |
  compile | concert | console | continent | cooking | cosine | costume | cosy | cough | cozy | craft table |
  cream | crocodile | crush | cucumber | cupcake | cursor | curtain | cute | cycling | database column |
  dear diary | deer | delicious | delighted | desert | dessert | dice roll | dictionary | dinner | dip |
  dish | dishes | dishwasher liquid | disney | documentary | dolphin | doorbell song | drama | dream |
  dreamt | dribble | drink | dropdown | drummer | duck | dungeon | dunk | dusk | duvet | eagle | earrings |
  eat | elephant | embroidery | emoji | emperor | episode | equator | excited | exponent | fabulous |
  fairy | fan | fan of | fantastic | favorite | favourite | fencing | fern | fever | fiction | fjord |
  flavor | flavour | flour | flower | flowerpot | flu | fog | fondue | fork | fossil | fox | frog |
  frontend | fruit | fun | galaxy | gamer | gaming | garlic | geometry | ghost | gif | giggle | ginger |
  giraffe | glad | glossary | goal kick | golf | google | goose | gorgeous | gradle | grammar | grape |
  grateful | gravy | guidebook | gym routine | gymnastics | halftime | ham | handball | hangman | happy |
  hat | headache | header | heist | hemisphere | herb | hero | hiccup | hike | hilarious | hill | hobbit |
  hooray | horror | hostel | hotkey | html | hug | hungry | hypothesis | ice cream | island | jeans | jedi |
  jenga | jetlag | jigsaw | jog | jogging | joystick | jpeg | juice | jump | kangaroo | karate | kernel |
  keyboard | king | kingdom | kiss | kite | kitten | knight | koala | ladybug | lake | lamb | landmark |
  lasagna | latin | latitude | laugh | laughed | laughing | laundry | lawnmower | league table | lentil |
  lettuce | lightning | lime | linux | lion | lipstick | lizard | lonely | loop | lovely | lucky | lunch |
  macbook | magnificent | mana | mango | marinate | markdown | marvel | marvellous | mashed | massage |
  math | maths | matrix | meadow | meatball | melody | melon | metro | microscope | midfielder | milkshake |
  minigame | mint | mirror | monarch | monkey | monster | mop | mouse | mp3 | mud | muffin | museum |
  mushroom | mustard | mystery | mythical | nap | necklace | nervous | nintendo | noodle | nostalgic |
  noun | novelist | nucleus | null | number line | nuts | octopus | olive oil | olympic | omelette |
  onedrive | onion | opera | orange juice | overjoyed | owl | oxygen | paddle | paella | pan | pancake |
  panda | parrot | parsley | passport photo | pasta | pawn | pdf | peaceful | peach | peanut | pear | peas |
  penalty shootout | penguin | pepper | perfume | pharaoh | photon | photoshop | pickle | picture frame |
  pie | pigeon | pikachu | pillow | pitcher | pixel | player | playoff | pleasant | plum | png | poet |
  poetry | polygon | pony | popup | pork | postcard | posture | potato | powerpoint | preposition |
  prequel | pretty | proud | puck | pudding | pumpkin | push up | pyjamas | quarterback | quest | quotient |
  rabbit | racket | rapper | raspberry | readme | relaxed | relaxing | rhetoric | rhino | roblox |
  romantic | romcom | rook | rose | rug | rugby | sad | salmon | salt | salty | sand | sandals | sauce |
  sausage | scarf | scene | scored | scores | scrollbar | sculpture | seafood | selfie | semicolon |
  sequel | shark | shave | shorts | shy | sightseeing | silly | siri | sitcom | skate | skating | ski |
  skiing | skirt | sky | sleepy | slide | smartphone | smile | snack | snail | snake | sneeze | snippet |
  snore | snores | snow | snowman | soap | soccer | socks | soda | solar system | song | soup | souvenir |
  spaghetti | sparkly | spawn | speaker | spelling bee | spicy | spider | splendid | spoiler | spoon |
  spotify | sql | squirrel | stacktrace | stadium | stain | steak | stock cube | stone age | strawberry |
  stretch | striker | stuffing | sugar | summer | sunglasses | sunny | sunrise | sunshine | superman |
  surf | swan | sweater | sweet | swimsuit | syllabus | tab | tackle | taste | tasty | tea | teapot |
  template literal | tense | tent | tetris | textbook | textbox | theater | thrilled | thriller |
  thumbnail | tiger | tiktok dance | timer | tired | tofu | tomato | toolbar | toothbrush | tournament |
  towel | toys | trailer | trapezoid | treadmill | trilogy | trip | trophy | tulip | tuna | turkey |
  turtle | typo | umbrella | umpire | uno | usb | vacuum | vanilla | variable | vase | vegetable stock |
  villain | vinegar | vitamin | vocabulary | vowel | warcraft | wardrobe | wave | widget | window box |
  witch | wolf | wonderful | woods | wool | wrestling | yawn | yoga mat | yoghurt | yogurt | youtube |
  yummy | zoom
`

/** What people say in English when they want something made, explained or chatted about: folded words and phrases. */
export const ENGLISH_IDLE_CUES = `
  email to my boss | email my boss | message to my boss | text my boss | scenario | music |
  10k | 5k | a jar | a podcast | accent practice | acrostic | acrylic | adjective | adjectives | adverb |
  age of empires | air fryer | airpods | algebra | algorithm | aliens | alliteration | alphabet | amazing |
  anagram | ancient | angular | anime | aperture | aphids | apostrophe | aquarium | are you a robot |
  are you an ai | area of a circle | array of | arrays | article about | asteroid | astrology | atoms |
  audiobook | autumn | avocado | aw | awesome | aww | baby shower | bachelorette | backpacking | badminton |
  bake | baking | baking show | banana bread | bank of the river | bar chart | baseball | bash |
  basketball | battle of | beatles | bedtime story | beethoven | beetroot | bench press | best man speech |
  best time to visit | bible verse | big bang | big o | binary tree | binge | biology | bird | birthday |
  bishop | black and white film | black holes | blackjack | blade runner | bluetooth | board game |
  board games | boiled | boiling point | book club | book for | book report | bookcase | bored |
  boss fight | boston tea party | bowling | brain teaser | branch in the repository | breakfast |
  breathing exercise | broccoli |
  brownies | bug in | butter | cake contest | calculus | callback | calligraphy | calories | campfire |
  campsite | can you hear me | cant sleep | cant wait | capital letters | capital of | caption for my |
  card game | card trick | carrot cake | case sensitive | casserole | castle | cat jumped | cat keeps |
  cat video | catan | cathedral | cats | cell membrane | celsius | century | character in my | charades |
  charge my phone | charge the battery | cheat code | cheat codes | checkmate | cheer me up | cheese sauce |
  cheesecake | chemical bond | chemical formula of | chemistry | chess | chicken breast | chicken soup |
  chicken stock | chickpeas | child process | chloroplasts | chocolate bar | chocolate cake |
  chord progression | chords | christmas card | christmas dinner | christmas gift | circuit diagram |
  circumference | clarinet | class and | class diagram | clay court | clean my | cocktail | coconut milk |
  coffee beans | cold war | comet | comma | command line | commit message | commits | compile error |
  compiler | compliment | compost | conditional formatting | congrats | congratulations | conjugate |
  container exits | container image | conversation starters | convert | cook a | cookies | cooking class |
  cooking time | copy the file | core dumped | costume | couch to | craft | crafts | cricket match |
  crochet | cron | cross product | crossword | crowded | crusades | css | cups of | currency of | curry |
  cursive | curtains | cushions | custody of the branch | cutting board | dance | dancing | dartboard |
  darwin | dataframe | date night | day trip | deadlift | deadlock in | decimal | deck of cards |
  declutter | deepest | default argument | definition of | depth of field | derivative | dessert ideas |
  dhcp | dialogue between | dice | dictionary in | did you know | dinner ideas | dinner invitation |
  dinner party | dinosaur | dinosaurs | director of the film | div | django | dna replication | docker |
  dog jumped | dog tricks | dolomites | dot product | dough | dragon | draw a | draw faces | dream meaning |
  drum beat | drums | dungeons and dragons | easter eggs | eclipse | edge case | egg | einstein |
  elden ring | electron | elephants | emacs | emails into one folder | embroidery | emoji | emperor |
  empire | equation | error code | error message | espresso | essay | ethers js | etymology |
  evidence of life | excel formula | execute the script | explain how | explain why | export default |
  fahrenheit | fairy tale | fairy tales | fake news headline | fall asleep | fall through | fan fiction |
  fan theory | fantasy | fantasy football | farewell card | farmers market | fastest | feature branch |
  fibonacci |
  fifa ultimate | film about | film recommendation | fire drill | fireplace | fireworks | first class |
  first date | first flight | five line | flag of | flash card | flashcards | flask | flea market |
  flexbox | flip a coin | flirt | flute | font pairing | food chain | food court | football match |
  football team is | for each loop | for loop | foreign key | fortnite | fractions | free throw |
  free trial | free will | freezing point | fried | frog | frosting | fry | fun fact | function argument |
  funny | galaxy | game for two | garden ideas | garden party | gardening | geography | get well |
  ghost story | gift for | gift ideas | ginger tea | git | glacier | glad to hear | glitched |
  goal celebration | golang | goldfish | golf swing | good book | good case for | good film | good job |
  good luck | good sense | google sheets | grammar | grams of | gravity | greek gods | green tea |
  greenhouse | greeting card | grill | gta | guacamole | guardian angel | guitar | haha | haiku |
  hairstyle | half a lemon | halloween | hamlet | hamster | hamstring stretches | hamstrings | handwriting |
  hang a picture | harry potter | hash map | hashtag for my photo | haskell | haunted | have fun |
  headline about | heatwave | hedgehog | hello world | herbal tea | hiccups | high score | hiking |
  history of | hockey | holiday in | homework | horoscope | house plants | houseplant | houseplants |
  housewarming | how are you | how big is | how do airplanes | how do birds | how do plants |
  how do you say | how have you been | how long does it take to | how long to boil | how long to cook |
  how old is | how tall | how to cook | how to draw | how your day | html | hyphen | hypotenuse |
  i have a cold | ice breaker | icebreaker | icing | idiom | idioms | if statement | import statement |
  in case it | in french | in german | in italian | in japanese | in latin | in my story | in r as |
  in react | in spanish | in swiftui | in that sentence | in the book | in the comic | in the film |
  in the game | in the movie | in the novel | in the phrase | in the series | in the show |
  in this sentence | in what year | in which year | inbox zero | index on a table | ingredients for |
  inheritance in | integral | interface in | interfaces | iron a shirt | is your favourite | island |
  itinerary | james bond | jane austen | java | javascript | jazz | jet lag | jigsaw | jogging |
  join two tables | joke | json | judge a book | juggling | jupiter | jury is out | k2tog | karaoke |
  keep it up | key signature | keyboard | kill a process | kill orphans | kilometers to | king |
  kitten sleeps | knit | knitting | knock knock | kotlin | kubernetes | lambda function | language spoken |
  laptop slow | largest | lavender | lawn | laws of motion | lazy loading | lead acid | leap year |
  learn french | learn german | learn spanish | learn to draw | learn to juggle | learning spanish | leeks |
  leftovers | lego | lemonade | lens | lentils | let me see you smile | let s play | level up |
  light years | lighthouse | lightroom | limerick | limericks | linked list | lint | linux |
  list comprehension | lithium cell | local customs | local food | localhost | logarithm | lol |
  long division | long time no see | longest river | lord of the rings | lottery numbers | love it |
  love letter | love that | lower case | lullaby | lunch ideas | lyrics | macbeth | magic trick | magician |
  main branch | main character | main repository | make it shorter | make me laugh | make that shorter |
  marathon | marinade | marvel |
  matcha | math problem | matplotlib | meal prep | meaning of life | meaning of my dream |
  meaning of the word | medieval | meditation | melody | memorise | memorize | memory leak |
  menu for sunday | merge conflict | merge request | metaphor | metronome | middle ages | miles to |
  minecraft | miss you |
  mitochondria | mitosis | mnemonic | model train | molecule | monopoly | moon | mountain range |
  mountains | movie | movies | mozart | muffins | multiplication | murder mystery | muscles | museum |
  mushrooms | musical | must read | my abs | my cat | my character | my garden | my novel | my sim |
  mythology | name for my | national anthem | neighbor s dog playing | netflix | newton | next js | nginx |
  nice to meet | nice work | nickname | nietzsche | nintendo | no case of | node js | noodles | noun |
  nouns | npc | npm | numpy | ocean | offside | ohm | oil painting | old school | old song | orbit |
  orchid | orchids | order of operations | organize my closet | origami | orphans in | oscar | ounces |
  our cat | our team won | out of a white shirt | oven | pack for | packing list | palindrome | pancakes |
  pandas | paragraph | paraphrase | parent process | party games | past tense | pasta sauce | penalty kick |
  penguins | perfect thanks | perimeter | periodic table | permission denied | pharaoh | philosopher |
  philosophy | phone battery | phone case | phone charger | photo album | photo editor | photoshop layer |
  photosynthesis | php | phrasebook | physics | pi digits | piano | pick a number | pick up line | picnic |
  pie crust | pigeons | pilates | pineapple | ping pong | pizza | planet | plank | plato | play a game |
  playing in the yard | playlist | plays the lawyer | playstation | plot of | plot twist | plural of |
  pluto | podcast for | poem | poets | pointer | pokemon | poker | polymorphism | population of |
  port 3000 | port 8080 | portrait photo | postcards | pottery | power bank | power play | price of gold |
  primary key | prime number | princess | print statement | printer | probability of | progress bar |
  prologue | pronounce | pronunciation | proofread | protagonist | protein | protons | proverb | prune |
  pruning | pseudo code | pull request | pull ups | pun | puns | puppy pictures | puppy training |
  push ups | puzzle | pyramids | pythagoras | python | quadratic | queen | quilt | quiz | race condition |
  rails | rain | rainbow | rained | raised bed | ramen | random number | react app | react component |
  react hook | readme | rebase | recipe | recommend a | recommend me | recursion | recursive | red wine |
  refactor | regex | regular expression | relativity | renaissance | rephrase | repot | respawn |
  revolution | rewrite | rhyme | rhymes with | rhyming | rice cooker | riddle | riddles | ringtone |
  risotto | river bank | road trip | roast | roasting | rock band name | rock climbing | roman | romans |
  roses | royal flush | rubik | running shoes | rust | safari | salad | samurai | saturn | saute |
  saxophone | scales | scavenger hunt | sci fi | science fiction | scottish accent | scrabble | screenshot |
  screenwriting exercise | second law | see you | seedlings | seeds indoors | segfault |
  segmentation fault | select query | sense of direction | sentence structure | sentence with |
  series to watch | settlers | sew | sewing pattern | shakespeare | sheet music | shell script | sherlock |
  shoes go | shooting star | short story | short story about | shorter please | show the steps |
  shutter speed | side quest | sightseeing | simile | simmer | sing | singing in | skateboard | sketch |
  skyrim | sleep better | slow cooker | small talk | smart contract | smoothie | snack ideas | snorkeling |
  snow this | snowboard | snows | so cool | so happy | so proud | socrates | solidity | solitaire |
  solve for x | solve x | song about | song by | sonnet | sore throat | sort this list | sounds fun |
  sounds great | soundtrack | soup ideas | sourdough | souvenirs | space bar | spaceship | spanish verbs |
  speed of light | speedrun | spell check | spelled | spelling | spices | spinach | sports team name |
  spotify | spreadsheet formula | sql join | sql query | square root | squat | squats | squeaky door |
  stack overflow | stack trace | stacktrace | stain out | stain removal | standard deviation formula |
  stanza | star wars | stardew | stargazing | stars | static address | static host | stay in | staying in |
  stew | stoicism | story about a | strategy for winning | strategy game | stretching | string in |
  strong will | struct | study schedule | study tips | subclass | subject verb | succulent | sudoku |
  suit and tie | suit for | summarise | summarize | summary | sunflower | sunny | superclass | superhero |
  surfing | sushi | suspense | svelte | swim | swimming | swimsuit | switch statement | syllable |
  syllables | synonym | syntax | tablespoon | take care | talent show | tallest | tarot | teach my dog to |
  teaspoon | tectonic | telescope | tell me about yourself | temperature in | tennis | thank you note |
  that was perfect | thats awesome | thats great | the actor | the author | the jury is still out |
  theorem | thermodynamics | thesaurus | things to do in | this season is | thought experiment | thunder |
  thunderstorm | tides | tie a tie | time complexity | time zone | title case | tl dr | to read next |
  toast | toddler to eat | tolkien | tomatoes | tongue twister | tooth fairy | toy car | traceback |
  train ride | translate | translation of | travel to | treadmill | treble clef | trial and error |
  trial run | trial version | triangle | trigonometry | trip to | trivia | trumpet | trust exercises |
  tulips | tv series | tweet announcing | twelfth night | twelve bar | two lists | type error | typeerror |
  typescript | ubuntu | ukulele | unclog | undefined is not | unique values | unit test | unit tests |
  upper bound | upper case | use case | valentine | vampire | vegan | vegetarian dinner | verb tense |
  verse about | video game | vikings | vim | violin | visit in spring | vitamin | vlookup | vocabulary |
  volcano | volleyball | voltage | vscode | vue | waffles | wallpaper | warm up | water my plants |
  watercolor | watercolour | watermark | way to go | wearing out the battery | weather | webpack |
  wedding speech | wedding vows | weekend in | weekend trip | whale | whales | what can you do |
  what day is | what key is | what time | what to pack | what to wear | what year did | when was |
  which film | while loop | who are you | who composed | who discovered | who invented | who painted |
  who played | who was | who won | who wrote | why do | why does | why is the sky | wifi password |
  wifi router | will you | wine pairing | wine stain | wizard | won the match | word game | word origin |
  wordle | workout | world cup | world war | would you rather | wow | xbox | xml | yaml | yay | yeah |
  yeast | yellow leaves | yep | yoga | yolk | you got this | zelda | zeus | zip file | zodiac | zombie
`
