import type { FrameCues } from './frame-cues.ts'

/** Requests in English that take a text, a tool or an occasion for their object, whatever words are in it. */
export const ENGLISH_FRAMES: FrameCues = {
  polite: `
    can could would you please kindly just now also then and help me us to lets let i need want d like id hi
    hello ok okay so quickly
  `,
  whole: `
    a better word for | a synonym for | add a column | add a footer | add a line | add a retry | add a title |
    add the logo | align the | alphabetise | alphabetize | another word for | are you able | arrange these |
    attach the | bold the | bravo | can you recommend a | can you spoil | capitalise | capitalize | center the |
    centre the | change the color | change the colour | change the font | change the tone |
    change this sentence | check my grammar | check my spelling | check the grammar | check the spelling |
    cheers | clean up these | clean up this | compare hobbes | condense | congrats | congratulations |
    copy this | correct my | correct the commas | correct the grammar | correct the spelling | correct this |
    count the | debug | did you hear | did you know | did you read | did you see | did you watch |
    do you know the song | do you like | do you think | download the | draw | edit this | enlarge |
    expand this | explain the difference | fix my grammar | fix my spelling | fix the bug | fix the commas |
    fix the error | fix the grammar | fix the spelling | fix the type error | fix the typo | fix the typos |
    fix this bug | fix this error | fix this sentence | for your information | format the | format these |
    format this | forward me | fyi | generate a list | generate fake | generate five | generate random |
    generate some | generate ten | give me a shorter | give me a synonym | give me a timeline | give me five |
    give me ten | give me three | good evening | good luck with | good morning | good night | group these |
    happy birthday | happy new year | have a good | have a nice | have you heard | have you read |
    have you seen | highlight | hope the | hope you | how big is | how cold | how did the |
    how do you pronounce | how do you say | how do you spell | how does it end | how far is | how heavy is |
    how hot | how is it spelled | how many countries | how many days until | how many judges |
    how many letters | how many moons | how many people live | how many players | how old is | how old was |
    how tall | i am reading | i enjoyed | i just finished | i just read | i just watched | i love | i loved |
    i read in the | i really like | i saw in the news | i saw on the news | i watched | im reading |
    im watching | in the news | in what year | in which year | is it spelled | is there a book |
    is there a film | is there a movie | is there a podcast | italicise | just so you know | let me know once |
    let me know when | lets play | lets start over | list five | list synonyms | list three | make it longer |
    make it more | make it shorter | make it sound | make my email | make this email | make this mail |
    make this more | make this paragraph | make this sentence | make this shorter | make this sound |
    make this text | merge these | merry christmas | name a | name five | name three | order these |
    paraphrase | paste | play a | play some | polish my | polish this | print the | print this | pronounce |
    proofread | put it in | put it into | put the following | put these | put this | read it | read me |
    read the minutes | read this | recommend a | recommend me | recommend some | refactor | reformat |
    remove the line | rename | repeat | rephrase | replace all | replace every | resize | reword | rewrite |
    rhyme | run the tests | say that | see you | send me last | send me the | set a reminder | set a timer |
    shorten | simplify this | sing | sort the | sort these | sort this | spell | spell check | spellcheck |
    split this | suggest a name | suggest a nickname | suggest a title | sum up | summarise | summarize |
    tell me a | tell me about the time | tell me something | tell me when | thank you | thanks | the news said |
    three arguments | tidy up | transcribe | translate | turn my notes | turn that into | turn the following |
    turn these | turn this into | underline | upload the | wake me | welcome aboard | welcome to the team |
    well done | what another word | what are the causes of | what caused | what century |
    what do you think about | what do you think of | what does the abbreviation | what does the acronym |
    what happened at | what happened in | what is another word | what is the ending | what is your favourite |
    what rhymes | what s the ending | what was the ending | what was the verdict | what year |
    what your favourite | when did the | where was | which actor | which actress | which book | which color |
    which colour | which country has | which emoji | which film | which font | which movie | which planet |
    which song | which spelling | which team won | which word is | who directed | who discovered |
    who has the key | who invented | who painted | who played | who plays | who sang | who starred | who wants |
    who was the | who were the | who won | who wrote | why did the
  `,
  pairs: [
    {
      first: `
        any idea for | any ideas for | any tips for | come up with | compose | create | draft | find | find me |
        give me | how can i | how do i | how do you | ideas for | invent | make | make up | my boss |
        my brother | my colleague | my friend | my sister | our boss | our manager | plan | post | prepare |
        propose | send | suggest | think of | tips for | what a funny | what a good | what a nice |
        what a polite | what can i | what can we | what could i | what do i | what do you | what is a funny |
        what is a good | what is a nice | what is a polite | what should i | what should we | write
      `,
      second: `
        agenda | anniversary card | apologise for being late | auto reply | bake | barbecue | best wishes |
        birthday | caption | cheerful | closing line | compliment | condolence | congratulate |
        congratulations | cook | costume | crossword | fairy tale | farewell | friendly | funny | get married |
        get well | getting married | gift | good name for | goodbye | greeting card | haiku | happy holidays |
        ice breaker | ice breakers | icebreaker | invitation | invite | itinerary | joke | kick off |
        kind words | limerick | lullaby | minutes late | nice note | nicer | nickname | note to thank |
        opening line | out of office | party | party game | picnic | playlist | poem | polite | polite way |
        present for | quiz | recipe | reminder | rhyme | riddle | say sorry | sign off | small talk | song |
        speech | story | subject line | team name | team outing | thank you | thank you note | thanks | toast |
        warm note | warmer | wear | welcome | welcome note | wishing
      `,
    },
    {
      first: `
        add | create | explain | give me | how can i | how do i | how to | implement | make | rename | show me |
        what is | why does | why is | write
      `,
      second: `
        a test | api | array | bash | branch | class | compile | component | css | debug | demo | deploy |
        docker | endpoint | function | github | html | javascript | json | linter | loop | method | mock |
        mutex | my tests | parser | pattern in | pattern with | postgres | python | query | refactor | regex |
        repository | script | snippet | stack trace | test for | thread | type error | typescript | unit test |
        unit tests | variable | yaml
      `,
    },
    {
      first: `
        accept | are we | arrange | book | bring forward | cancel | confirm | decline | delay | is there |
        move | postpone | push | put | remind | reschedule | reserve | schedule | send | set up | shall we |
        share | shift | what time is | when is | where is | who can | who is | who s
      `,
      second: `
        breakfast | cake | calendar | call back | call with | catch up | client call | coffee | dinner |
        drinks | invite | kick off | lunch | meeting | offsite | reminder | room | slot | stand up | table for |
        take notes | taking notes | taxi | the call | workshop | zoom
      `,
    },
    {
      first: `
        how can i | how do i | how do we | how do you | how to | is there a way to | remind me how to |
        what font | where can i | where do i | where is | which colour | which font | which keyboard |
        which shortcut | why does my | why is my | why wont my
      `,
      second: `
        battery | bluetooth | browser | cable | calendar | cartridge | channel | charger | column | contacts |
        excel | first row | folder | font | footer | gmail | google docs | header | header row | headphones |
        in word | keyboard | laptop slow | legal document in word | mail merge | mailing list | mute | muting |
        new tab | outlook | page number | page numbers | pdf | pivot table | powerpoint | printer | projector |
        screen | screenshot | shortcut | slack | spreadsheet | top row | unsaved | webcam | wont charge |
        word document | zoom
      `,
    },
  ],
  scenes: `
    adorable | amazing | arguments for and against | art theft | basketball | board game | book report |
    boss fight | bowling team | catan | character in | chess | courtroom drama | delicious | documentary |
    dragon | economics class | episode | fantasy football | fantasy team | fictional | film | finale |
    first season | five year old | font awesome | football manager | for a quiz | for class | for my test |
    for school | goalkeeper | gold in | gorgeous | grand slam | hilarious | history class | homework |
    in history | in my village | inning | keeper | knight | last season | like a | like a judge | like a king |
    linter | lovely | minecraft | mission | monopoly | movie | my class | my essay | my exam | my game | nba |
    netflix | next season | nfl | novel | off by one | offside | olympics | opening against | penalty if |
    playoffs | podcast | pokemon | practice questions | presumed innocent | pros and cons for my | pub quiz |
    red card | referee | school play | school project | school test | season one | season three | season two |
    second base | sicilian | sims | sitcom | six year old | spoil | stack trace | striker | sumo | sword |
    ten year old | tennis | the ball | the book | the build | the game | the series | this season of |
    tower defence | tower defense | treaty of | tsconfig | tv series | tv show | type error | unused import |
    video game | volleyball | wizard | wonderful | world cup | world war
  `,
}
