/** The document services of a NestJS application, for the parts of the kit that serve all of them. */
import type { Provider, Type } from '@nestjs/common';
import type { DocumentService } from './document.service.ts';

// biome-ignore lint/suspicious/noExplicitAny: any kind of document
export type AnyDocuments = DocumentService<any, any, any, any>;

/** Injects the document services that `provideDocuments` names. */
export const DOCUMENTS = Symbol('DOCUMENTS');

/** Provides these document services, each under its own class and all of them under `DOCUMENTS`. */
export const provideDocuments = (...services: Type<AnyDocuments>[]): Provider[] => [
  ...services,
  { provide: DOCUMENTS, inject: services, useFactory: (...documents: AnyDocuments[]) => documents },
];
