// The steps of the pass `sbf-lower`, in their order, and of `sbf-check`.
#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace sbf {

// Both return the value that replaces `I`, or null to keep `I`.
llvm::Value *lowerArithmetic(llvm::Instruction &I);
llvm::Value *lowerSystemCall(llvm::Instruction &I);

// Rewrites every function and call to fit in the five argument registers.
void lowerSignatures(llvm::Module &M);

// Reports everything in a lowered program that the backend or the VM would refuse, one line each, with the
// function. Returns whether there was anything.
bool reportUnsupported(llvm::Module &M);

// The function `Name` of the runtime or the VM; declares it if the module does not have it yet.
inline llvm::FunctionCallee function(llvm::Module &M, llvm::StringRef Name, llvm::Type *Result,
                                     llvm::ArrayRef<llvm::Type *> Params) {
  return M.getOrInsertFunction(Name, llvm::FunctionType::get(Result, Params, false));
}

} // namespace sbf
