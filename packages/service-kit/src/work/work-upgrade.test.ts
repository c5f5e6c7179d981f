import 'reflect-metadata';
import { applicantQueueIndex, filteredListIndex, workIndices } from '../documents/document-row.ts';
import { CaseDesk, TestClock, testBackends, until } from '../testing/index.ts';
import { WorkColumnsFilledRow } from './work.entities.ts';

describe.each(testBackends())('a database of an earlier release on %s', (engine, makeBackend) => {
  let desk: CaseDesk;
  afterAll(() => desk?.close());

  it('is upgraded with its documents, which then stand in the queues', async () => {
    const backend = await makeBackend();
    const clock = new TestClock(CaseDesk.begins);
    desk = await CaseDesk.open(backend, clock);
    const { id } = await desk.register();
    const { id: rejected } = await desk.register();
    await desk.act('officer', rejected, 'rejection');
    // Restores the database to the state of the previous release: without the tables, columns and indexes.
    await desk.cases.kit.db.write(async (tx) => {
      for (const { name } of [...workIndices('work_case'), applicantQueueIndex('work_case'), filteredListIndex('work_case', ['dueAt'], [])])
        await tx.query(`drop index ${name}${engine === 'embedded' ? '' : ' on work_case'}`);
      for (const column of ['stepSince', 'dueAt']) await tx.query(`alter table work_case drop column ${column}`);
      for (const table of ['document_claim', 'staff_account', 'work_columns_filled', 'document_note', 'saved_view']) await tx.query(`drop table ${table}`);
      await tx.query("delete from migrations where name in ('DocumentWork1700000900100', 'NotesAndViews1700000900200', 'ApplicantQueueIndex1700000900800')");
    });
    await desk.service.close();
    await desk.around.close();

    clock.pass(60_000);
    desk = await CaseDesk.open(backend, clock);
    const { kit } = desk.cases;
    await until(async () => !!(await kit.db.reader.findOneBy(WorkColumnsFilledRow, { kind: 'case' }))?.lastId);
    const { records } = (await desk.search('officer', {})).body;
    const work = (of: string) => records.filter((record) => record.id === of).map(({ stepSince, dueAt, assignee }) => [stepSince, dueAt, assignee]);
    expect([work(id), work(rejected)]).toEqual([[['2026-05-04T00:00:00', '2026-05-04T01:00:00', null]], [[null, null, null]]]);
    expect((await desk.on('officer', id, 'claim')).status).toBe(200);
    const indices = (await kit.db.write(async (tx) => tx.queryRunner?.getTable('work_case')))?.indices.map(({ name }) => name);
    expect(indices).toEqual(expect.arrayContaining([...workIndices('work_case'), applicantQueueIndex('work_case')].map(({ name }) => name)));
  });
});
