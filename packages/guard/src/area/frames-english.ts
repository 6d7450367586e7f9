import type { FrameCues } from './task-frames.ts'

/** Requests in English that take a text, a tool or an occasion for their object, whatever words are in it. */
export const ENGLISH_FRAMES: FrameCues = {
  polite: `
    can could would you please kindly just now also then and help me us to lets let i need want d like id hi
    hello ok okay so quickly
  `,
  whole: `
    a better word for | a synonym for | alphabetise | alphabetize | another word for | are you able |
    arrange these | bravo | can you recommend a | capitalise | capitalize | change the tone |
    change this sentence | check my grammar | check my spelling | check the grammar | check the spelling |
    cheers | condense | congrats | congratulations | copy this | correct my | correct the commas |
    correct the grammar | correct the spelling | correct this | count the | debug | did you hear |
    did you know | did you read | did you see | did you watch | do you know the song | do you like |
    do you think | draw | edit this | expand this | fix my grammar | fix my spelling | fix the commas |
    fix the grammar | fix the spelling | fix the typo | fix the typos | fix this sentence | format the |
    format these | format this | give me a shorter | give me a synonym | good evening | good morning |
    good night | group these | happy birthday | happy new year | have a good | have a nice | have you heard |
    have you read | have you seen | highlight | how big is | how cold | how do you pronounce | how do you say |
    how do you spell | how far is | how heavy is | how hot | how is it spelled | how many countries |
    how many judges | how many letters | how many moons | how many people live | how many players | how old is |
    how old was | how tall | i am reading | i enjoyed | i just finished | i just read | i just watched |
    i love | i loved | i read in the | i really like | i saw in the news | i saw on the news | i watched |
    im reading | im watching | in the news | in what year | in which year | is it spelled | make it longer |
    make it more | make it shorter | make it sound | make my email | make this email | make this mail |
    make this more | make this paragraph | make this sentence | make this shorter | make this sound |
    make this text | merge these | merry christmas | name a | name five | name three | order these |
    paraphrase | paste | polish my | polish this | pronounce | proofread | put it in | put it into |
    put the following | put these | put this | read it | read me | read this | recommend a | recommend me |
    recommend some | refactor | reformat | rename | repeat | rephrase | reword | rewrite | rhyme |
    run the tests | say that | see you | shorten | simplify this | sing | sort the | sort these | sort this |
    spell | spell check | spellcheck | split this | suggest a name | suggest a nickname | suggest a title |
    sum up | summarise | summarize | tell me a | tell me about the time | tell me something | thank you |
    thanks | the news said | transcribe | translate | turn my notes | turn that into | turn the following |
    turn these | turn this into | well done | what another word | what century | what do you think about |
    what do you think of | what does the abbreviation | what does the acronym | what is another word |
    what is your favourite | what rhymes | what year | what your favourite | which actor | which actress |
    which book | which country has | which film | which movie | which planet | which song | which spelling |
    which team won | which word is | who directed | who discovered | who invented | who painted | who played |
    who plays | who sang | who starred | who was the | who were the | who won | who wrote
  `,
  pairs: [
    {
      first: `
        any idea for | any ideas for | any tips for | come up with | compose | create | design | draft | find |
        find me | give me | how can i | how do i | how do you | ideas for | invent | make | make up | my boss |
        my brother | my colleague | my friend | my sister | our boss | our manager | plan | post | prepare |
        propose | send | suggest | think of | tips for | what a funny | what a good | what a nice |
        what a polite | what can i | what can we | what could i | what do i | what do you | what is a funny |
        what is a good | what is a nice | what is a polite | what should i | what should we | write
      `,
      second: `
        anniversary card | apologise for being late | auto reply | bake | barbecue | birthday | caption |
        congratulate | congratulations | cook | costume | crossword | fairy tale | farewell | get married |
        get well | getting married | gift | good name for | goodbye | greeting card | haiku | ice breaker |
        icebreaker | invitation | invite | itinerary | joke | limerick | lullaby | minutes late | nickname |
        out of office | party | picnic | playlist | poem | polite way | present for | quiz | recipe | reminder |
        rhyme | riddle | say sorry | small talk | song | speech | story | subject line | team name | thank you |
        thanks | toast | wear | welcome
      `,
    },
    {
      first: `
        add | create | explain | give me | how can i | how do i | how to | implement | make | rename | show me |
        what is | why does | why is | write
      `,
      second: `
        a test | api | array | bash | branch | class | component | css | docker | endpoint | function | github |
        html | javascript | json | loop | method | mutex | parser | pattern in | pattern with | postgres |
        python | query | regex | repository | script | snippet | test for | thread | typescript | unit test |
        variable
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
    basketball | board game | book report | boss fight | catan | character in | chess | documentary | episode |
    fantasy football | fantasy team | fictional | film | first season | five year old | football manager |
    for class | for my test | for school | goalkeeper | grand slam | homework | in history | keeper |
    last season | minecraft | mission | monopoly | movie | my essay | my exam | my game | nba | netflix |
    next season | nfl | novel | offside | olympics | opening against | penalty if | playoffs | podcast |
    practice questions | red card | referee | school test | season one | season three | season two | sicilian |
    sims | six year old | striker | ten year old | tennis | the ball | the book | the game | the series |
    this season of | tower defence | tower defense | treaty of | tv series | tv show | video game | volleyball |
    world cup | world war
  `,
}
