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
