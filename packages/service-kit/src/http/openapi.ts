/** The OpenAPI document of a service: the routes that Nest knows, and the documents, answers and errors that the kit knows. */

import { RequestMethod } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type ContractClass, collectSchemas, type JsonSchema } from '@portal/contract-kit';
import type { OtherRoute } from '../access/access-document.ts';
import { rolesKey } from '../auth/auth.guard.ts';
import { DocumentController } from '../documents/document.controller.ts';
import type { AnyDefinition } from '../documents/document-definition.ts';
import { type ActionRule, NEW } from '../documents/workflow.ts';
import { isNamed } from '../lookup/name-words.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { staffSearchFields } from '../work/work-search.ts';
import { documentAnswerFields, ref, sharedSchemas } from './openapi-parts.ts';
import { API_VERSION, complete, type Operation, sharedComponents } from './openapi-responses.ts';

type Paths = OpenAPIObject['paths'];

const methods = ['get', 'post', 'put', 'delete'] as const;
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Returns the document kinds that the service's controllers serve. */
export function definitionsIn(app: NestFastifyApplication): AnyDefinition[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ instance }) => (instance instanceof DocumentController ? [instance.definition] : []));
}

/** Replaces a path with a parameter by one path for each name, with the description of that name. */
function spread(paths: Paths, template: string, names: Iterable<[name: string, change: (operation: Operation) => void]>): void {
  const found = paths[template];
  if (!found) return;
  delete paths[template];
  const parameter = /.*\{(\w+)\}/.exec(template)?.[1] as string;
  for (const [name, change] of names) {
    const item = copyOf(found);
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      operation.operationId = `${operation.operationId}_${name}`;
      operation.parameters = operation.parameters?.filter((p) => !('name' in p && p.name === parameter));
      change(operation);
    }
    paths[template.replace(`{${parameter}}`, name)] = item;
  }
}

const body = (schema: JsonSchema) => ({ required: true, content: { 'application/json': { schema } } });
const both = (...schemas: JsonSchema[]): JsonSchema => (schemas.length === 1 ? (schemas[0] as JsonSchema) : { allOf: schemas });

/** Returns whether people can perform an action by submitting it. Actions of the portal itself, and those of a group, are available in no mode. */
const submitted = (rule: ActionRule<string, unknown>): boolean => (rule.kind ?? 'submit') === 'submit' && rule.modes.length > 0;

/** Lists every action and print of a document kind with its body, and describes its documents. */
function describeDocuments(paths: Paths, schemas: Map<string, JsonSchema>, d: AnyDefinition): void {
  const { name } = d.contract as ContractClass;
  const whole = ref(collectSchemas(d.contract, schemas));
  const part = ref(collectSchemas(d.contract, schemas, true));
  schemas.set(`${name}Answer`, {
    type: 'object',
    required: ['model', 'actions'],
    properties: { model: { allOf: [part, ref('DocumentFields')] }, ...documentAnswerFields },
  });
  const rules = Object.entries(d.workflow.actions as Record<string, ActionRule<string, unknown>>).filter(([, rule]) => submitted(rule));
  spread(
    paths,
    `${d.path}/actions/{action}`,
    rules
      .filter(([, { from }]) => from.includes(NEW))
      .map(([action, { label, draft }]) => [action, (operation) => Object.assign(operation, { summary: label.en, requestBody: body(draft ? part : whole) })]),
  );
  spread(
    paths,
    `${d.path}/{id}/actions/{action}`,
    rules
      .filter(([, { from }]) => from === '*' || from.some((status) => status !== NEW))
      .map(([action, { label, input, partial, draft, makes }]) => [
        action,
        (operation) => {
          // An action that makes another document answers with the new document.
          if (makes) operation.responses = { 201: operation.responses['200'] as { description: string } };
          if (partial) operation.description = 'A field that is not named keeps what is stored.';
          const fields = input ? [ref(collectSchemas(input, schemas, partial || draft))] : [];
          Object.assign(operation, { summary: label.en, requestBody: body(both(...fields, ref('VersionSeen'))) });
        },
      ]),
  );
  spread(
    paths,
    `${d.path}/{id}/{print}`,
    Object.keys(d.prints).map((print) => [print, (operation) => Object.assign(operation, { summary: `The printed form ${print} (PDF)` })]),
  );
  const search = `The search, as JSON. Fields: ${Object.keys(staffSearchFields(d.search, isNamed(d))).join(', ')}`;
  const find = d.finder ? `All of these criteria, as JSON: ${Object.keys(d.finder.fields).join(', ')}` : '';
  for (const [path, item] of Object.entries(paths).filter(([path]) => path === d.path || path.startsWith(`${d.path}/`))) {
    if (path === d.path && item.post) item.post.requestBody = body(whole) as never;
    for (const parameter of item.get?.parameters ?? []) {
      if ('name' in parameter && parameter.name === 'q') parameter.description = path.endsWith('/find') ? find : search;
    }
    paths[path] = JSON.parse(JSON.stringify(item).replaceAll('schemas/DocumentAnswer"', `schemas/${name}Answer"`)) as typeof item;
  }
  if (!d.finder) for (const path of ['find', 'find/code', 'find/open']) delete paths[`${d.path}/${path}`];
}

/** Returns the names of the controller methods that answer a route, including inherited ones. */
function handlersOf(prototype: Record<string, object>): string[] {
  const parent = Object.getPrototypeOf(prototype) as Record<string, object> | null;
  const own = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor' && Reflect.hasMetadata('path', prototype[name] ?? {}));
  return [...own, ...(parent && parent !== Object.prototype ? handlersOf(parent) : [])];
}

/** Returns the routes that belong to no document and that outside callers can reach, with the roles they need. */
export function otherRoutesIn(app: NestFastifyApplication): OtherRoute[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  const routes = controllers.flatMap(({ instance, metatype }) => {
    if (!metatype || instance instanceof DocumentController) return [];
    const prototype = metatype.prototype as Record<string, object>;
    return handlersOf(prototype).map((name): OtherRoute => {
      const handler = prototype[name] as object;
      const path = `/${[Reflect.getMetadata('path', metatype), Reflect.getMetadata('path', handler)].flat().join('/')}`
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1');
      const roles = (Reflect.getMetadata(rolesKey, handler) ?? Reflect.getMetadata(rolesKey, metatype) ?? []) as string[];
      return { method: RequestMethod[Reflect.getMetadata('method', handler) as number] ?? '', path, roles };
    });
  });
  return routes.filter(({ path }) => !path.startsWith('/internal')).sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
}

/** Returns the contact of the operator of the portal: the address for replies to its mails, or else the address that sends them. */
const contactOf = ({ publicUrl, mailReplyTo, mailFrom }: Contact) => ({
  name: 'Those who run this portal',
  url: `${publicUrl}/contact`,
  email: /[^\s<>]+@[^\s<>]+/.exec(mailReplyTo ?? mailFrom ?? '')?.[0] ?? 'help@portal.example',
});
type Contact = Pick<ServiceSettings, 'publicUrl' | 'mailReplyTo' | 'mailFrom'>;

const about = `Every refusal is a problem of RFC 9457; unknown fields of a body are dropped. A date-time is in UTC and has no zone.
The same call with the same Idempotency-Key gets the first answer again for at least 24 hours.`;

/**
 * Builds the OpenAPI document of a service.
 * @param named classes and schemas that its controllers name
 */
export function describeService(
  app: NestFastifyApplication,
  title: string,
  named: { settings: Contact; contracts?: readonly ContractClass[]; schemas?: Readonly<Record<string, JsonSchema>> },
): OpenAPIObject {
  const contact = contactOf(named.settings);
  const builder = new DocumentBuilder()
    .setTitle(title)
    .setDescription(about)
    .setVersion(API_VERSION)
    .setContact(contact.name, contact.url, contact.email)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token of RFC 9068, checked as RFC8725 recommends' }, 'bearer')
    .addServer('../', 'Beside this document, in production and everywhere else', {}, { 'x-internal': false });
  const document = SwaggerModule.createDocument(app, builder.build());
  const schemas = new Map(Object.entries({ ...sharedSchemas, ...named.schemas }));
  for (const cls of named.contracts ?? []) collectSchemas(cls, schemas);
  for (const definition of definitionsIn(app)) describeDocuments(document.paths, schemas, definition);
  for (const item of Object.values(document.paths)) for (const method of methods) if (item[method]) complete(item[method]);
  document.components = {
    ...document.components,
    ...sharedComponents,
    schemas: { ...document.components?.schemas, ...(Object.fromEntries(schemas) as object) },
  };
  return document;
}
