import { openLanguages } from '../languages/languages.ts';
import { asProblem } from './problem.filter.ts';
import { type Missing, missing, notFound, type ProblemError } from './problems.ts';

const others = openLanguages().filter((tag) => tag !== 'en');
const said = (problem: ProblemError, language: string) => problem.toProblem(undefined, language).errors[0]?.message;

describe('the message of an error', () => {
  it.each(Object.keys(missing) as Missing[])('says in every language that there is no such %s', (what) => {
    expect(others).toEqual(expect.arrayContaining(['pt', 'ar', 'id', 'tet', 'zh-Hans']));
    for (const tag of others) expect([tag, said(notFound(what), tag)]).not.toEqual([tag, said(notFound(what), 'en')]);
  });

  it.each([413, 415, 400, 404, 500])('is in every language where the framework answers %i', (statusCode) => {
    for (const tag of others) expect([tag, said(asProblem({ statusCode }), tag)]).not.toEqual([tag, said(asProblem({ statusCode }), 'en')]);
  });
});
