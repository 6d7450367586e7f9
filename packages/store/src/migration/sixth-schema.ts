import type { SchemaStep } from './migration.ts'

/** Turns form a tree, a question has several answers, and chats can be put in order. */
export const sixthSchema: SchemaStep = {
  version: 6,
  name: 'branches, several answers, order among chats',
  statements: ({ text, integer, strict, strictByKey, suspend }) => [
    // 'number' counts the turns of a conversation as they came; 'depth' is the place in the branch.
    `alter table turns add column parent_id ${text}`,
    `alter table turns add column parent_answer_id ${text}`,
    `alter table turns add column depth ${integer} not null default 0`,
    `alter table turns add column options ${text} not null default '{}'`,
    ...suspend('turns', 'update', [
      `update turns set depth = number,
        parent_id = (select before.id from turns as before
          where before.workspace_id = turns.workspace_id
            and before.conversation_id = turns.conversation_id
            and before.number = turns.number - 1),
        parent_answer_id = (select min(answers.id) from answers join turns as before
            on before.workspace_id = answers.workspace_id and before.id = answers.turn_id
          where before.workspace_id = turns.workspace_id
            and before.conversation_id = turns.conversation_id
            and before.number = turns.number - 1)`,
    ]),
    'create index turns_by_parent on turns (workspace_id, conversation_id, parent_id)',
    // The place of its model in the list that was asked.
    `alter table answers add column position ${integer} not null default 0`,
    `alter table answers add column reasoning ${text}`,
    // What the model wrote, where that is not what is shown.
    `alter table answers add column received ${text}`,
    `alter table answers add column steps ${text}`,
    // Which answer the user picked to go on with.
    `create table choices (
      workspace_id ${text} not null,
      turn_id ${text} not null,
      answer_id ${text} not null,
      primary key (workspace_id, turn_id),
      foreign key (workspace_id, turn_id) references turns (workspace_id, id),
      foreign key (workspace_id, answer_id) references answers (workspace_id, id)
    )${strictByKey}`,
    // One request to one model; an answer may take several.
    `create table calls (
      workspace_id ${text} not null,
      answer_id ${text} not null,
      number ${integer} not null,
      turn_id ${text} not null,
      summary ${text} not null,
      root ${text} not null,
      primary key (workspace_id, answer_id, number),
      foreign key (workspace_id, answer_id) references answers (workspace_id, id)
    )${strict}`,
    'create index calls_by_turn on calls (workspace_id, turn_id)',
    `insert into calls (workspace_id, answer_id, number, turn_id, summary, root)
      select plans.workspace_id, min(answers.id), 1, plans.turn_id, plans.summary, plans.root
      from plans join answers on answers.workspace_id = plans.workspace_id
        and answers.turn_id = plans.turn_id and answers.model_id = plans.model_id
      group by plans.workspace_id, plans.turn_id, plans.summary, plans.root`,
    'drop table plans',
    `alter table conversations add column head_turn_id ${text}`,
    `alter table conversations add column pinned_at ${integer}`,
    `alter table conversations add column archived_at ${integer}`,
    `alter table conversations add column tags ${text} not null default '[]'`,
  ],
}
