/** The document services of a NestJS application, for the parts of the kit that work with all of them. */
import type { Provider, Type } from '@nestjs/common';
import type { DocumentService } from './document.service.ts';

// biome-ignore lint/suspicious/noExplicitAny: any kind of document
export type AnyDocuments = DocumentService<any, any, any, any>;

/** Injection token for the document services that `provideDocuments` registers. */
export const DOCUMENTS = Symbol('DOCUMENTS');

/** Provides these document services, each under its own class and all together under `DOCUMENTS`. */
export const provideDocuments = (...services: Type<AnyDocuments>[]): Provider[] => [
  ...services,
  { provide: DOCUMENTS, inject: services, useFactory: (...documents: AnyDocuments[]) => documents },
];
